"""The weights of the evaluation: in points of a sphere, unless stated otherwise.

They were found by playing (``docs/opponents.md``); ``python -m engine.commands.tune`` refines them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain

from engine.values.options import BUILDINGS, ZIGGURAT

__all__ = ["OF_OPTIONS", "Weights", "weights_for", "without_options"]


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the terms of the evaluation."""

    # The number of own turns left.
    tiles_a_turn: float
    """The number of tiles that each player draws in a turn."""
    turns_a_treasure: float
    """The number of turns, of all players together, between two treasures taken."""
    turns_ahead: float
    """The maximum number of own turns counted."""
    fade: float
    """The number of own turns left at which terms not counted by the turn are halved."""
    # Hands.
    red_in_hand: float
    """Each red tile held, up to four, for each sphere."""
    idle: float
    """Each tile held, up to three, of the colour of a leader off the board."""
    playable: float
    """Each tile held, up to three, for which the leader's kingdom has room."""
    # Leaders on the board.
    turn: float
    """Each further turn of a leader."""
    turn_of_share: float
    """The same, times four times its colour's share of the unseen tiles, less one."""
    turn_when_secure: float
    """The same, for a leader that cannot be driven out."""
    leader: float
    secure: float
    """A leader that cannot be driven out by temples (R6)."""
    security_margin: float
    """A number of temples added to those of each leader."""
    security_range: float
    """The difference in temples between a leader sure to fall and a secure one."""
    supporter: float
    """Each tile of a leader's colour in its kingdom, up to six."""
    temple: float
    """Each temple beside a leader, up to three."""
    single_temple: float
    """A leader beside one temple only."""
    priest: float
    # Monuments and treasures.
    monument_turn: float
    """Each further turn in which a leader scores a monument."""
    monument: float
    """A monument that a secure leader scores."""
    trader_turn: float
    """Each further turn of a Trader, in treasures."""
    treasure_inside: float
    """Each treasure in a Trader's kingdom."""
    treasure_near: float
    """Each treasure up to two spaces from a Trader's kingdom."""
    any_sphere_turn: float
    """Each further turn, in points for any sphere."""
    # Possible wars.
    apart: float
    """A factor for wars between kingdoms that two tiles would join."""
    tiles_in_war: float
    """A factor for tiles in hand, relative to those on the board."""
    war_margin: float
    war_range: float
    """The difference in supporters between a sure defeat and a sure victory."""
    red_supporter: float
    """A factor for temples at stake, some of which stay (R7.7)."""
    own_gain: float
    """The seat's gain, per point at stake, in a war it would win."""
    other_gain: float
    """Another player's gain."""
    own_loss: float
    """The seat's loss, per point at stake, in a war it would lose."""
    other_loss: float
    """Another player's loss."""
    own_leader_loss: float
    other_leader_loss: float
    # Spheres combined.
    others_prospects: float
    """A factor for others' prospects, relative to points."""
    softness: float
    """The influence of stronger spheres: the temperature of a soft minimum."""
    softness_turn: float
    """The increase of that temperature for each further turn."""
    sum: float
    """Each point of a sphere within reach of the weakest."""
    reach: float
    """That reach at the end of the game, in points above the weakest."""
    reach_turn: float
    """The increase of the reach for each further turn."""
    beyond: float
    """The share of points beyond the reach that still counts."""
    # Seats combined.
    rival: float
    """A factor for the strongest of the others."""
    rival_softness: float
    others: float
    """A factor for the mean of the others."""
    # Prices of actions.
    swap: float
    withdraw: float
    catastrophe: float
    end_turn: float
    move: float
    # The net.
    net: float
    """The share of the net in the value, 0 to 1."""
    # Options.
    building_turn: float
    """A building in the kingdom of the leader of its colour, for each further turn (R12.1)."""
    building_tile: float
    """The same, for each tile of its colour held, up to three, that has room."""
    ziggurat_turn: float
    """Each further turn in which a King takes the ziggurat's point (R13.5)."""
    ziggurat: float
    """A ziggurat at which a secure King stands."""
    # Expectations (:mod:`engine.opponents.expecting`): not part of the evaluation.
    tempo: float
    """The value of being on turn at the end of the game."""
    tempo_turn: float
    """The decrease of that value for each further turn, down to zero."""
    swing: float
    """The increase in value that multiplies the seat's odds by e."""


DUEL = Weights(
    tiles_a_turn=4.34,
    turns_a_treasure=5.75,
    turns_ahead=2.19,
    fade=1.03,
    red_in_hand=0.26,
    idle=0.09,
    playable=0.34,
    turn=0.03,
    turn_of_share=-0.24,
    turn_when_secure=0.06,
    leader=0.13,
    secure=0.87,
    security_margin=-0.16,
    security_range=2.48,
    supporter=0.61,
    temple=0.36,
    single_temple=-0.51,
    priest=-0.28,
    monument_turn=0.41,
    monument=1.30,
    trader_turn=0.13,
    treasure_inside=0.51,
    treasure_near=0.20,
    any_sphere_turn=0.25,
    apart=0.46,
    tiles_in_war=0.89,
    war_margin=0.32,
    war_range=4.47,
    red_supporter=0.69,
    own_gain=0.24,
    other_gain=0.20,
    own_loss=0.44,
    other_loss=0.21,
    own_leader_loss=0.27,
    other_leader_loss=0.27,
    others_prospects=0.70,
    softness=0.71,
    softness_turn=0.02,
    sum=0.51,
    reach=8.0,
    reach_turn=2.0,
    beyond=0.1,
    rival=0.80,
    rival_softness=0.11,
    others=0.37,
    swap=0.03,
    withdraw=0.19,
    catastrophe=0.67,
    end_turn=0.08,
    move=0.33,
    net=0.7,
    building_turn=0.15,
    building_tile=0.3,
    ziggurat_turn=1.6,
    ziggurat=2.4,
    tempo=7.0,
    tempo_turn=0.35,
    swing=5.25,
)
"""For two players."""

AT_A_TABLE = Weights(
    tiles_a_turn=3.19,
    turns_a_treasure=2.69,
    turns_ahead=23.82,
    fade=1.28,
    red_in_hand=0.10,
    idle=0.13,
    playable=0.42,
    turn=0.13,
    turn_of_share=-0.40,
    turn_when_secure=0.06,
    leader=-0.02,
    secure=0.41,
    security_margin=-0.07,
    security_range=3.37,
    supporter=0.31,
    temple=0.10,
    single_temple=-0.47,
    priest=-0.27,
    monument_turn=0.33,
    monument=0.78,
    trader_turn=0.07,
    treasure_inside=0.21,
    treasure_near=0.11,
    any_sphere_turn=0.12,
    apart=0.31,
    tiles_in_war=1.12,
    war_margin=0.60,
    war_range=4.34,
    red_supporter=0.42,
    own_gain=0.26,
    other_gain=0.18,
    own_loss=0.33,
    other_loss=0.08,
    own_leader_loss=0.15,
    other_leader_loss=0.15,
    others_prospects=0.77,
    softness=1.18,
    softness_turn=0.20,
    sum=0.12,
    reach=8.0,
    reach_turn=2.0,
    beyond=1.0,
    rival=0.58,
    rival_softness=1.16,
    others=0.28,
    swap=0.27,
    withdraw=0.22,
    catastrophe=0.26,
    end_turn=0.09,
    move=0.13,
    net=0.8,
    building_turn=0.1,
    building_tile=0.3,
    ziggurat_turn=0.3,
    ziggurat=0.4,
    tempo=4.5,
    tempo_turn=0.4,
    swing=3.9,
)
"""For three and four players."""


OF_OPTIONS = {
    BUILDINGS: ("building_turn", "building_tile"),
    ZIGGURAT: ("ziggurat_turn", "ziggurat"),
}
"""The weights that count only with an option. The open display (R12.3) and the English variant

(R12.2) have none: a draw is judged when it is asked, and a player who cannot win a conflict adds
nothing in any case.
"""


def weights_for(seats: int) -> Weights:
    """Return the weights for a game with this number of *seats*."""
    return DUEL if seats == 2 else AT_A_TABLE


def tempo(weights: Weights, turns: float) -> float:
    """Return the value of being on turn when each player has *turns* turns left."""
    return max(0.0, weights.tempo - weights.tempo_turn * turns)


def reference_weights(weights: Weights) -> Weights:
    """Return the weights of the reference, which never changes: points count at any distance."""
    return replace(without_options(weights), beyond=1.0)


def without_options(weights: Weights) -> Weights:
    """Return *weights* with those of options set to zero."""
    return replace(weights, **dict.fromkeys(chain.from_iterable(OF_OPTIONS.values()), 0.0))
