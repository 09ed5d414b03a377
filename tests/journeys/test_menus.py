"""The menus of a person and of a message: *Invite* and *Desk*."""

from messages import components, labels
from people import world

OF_NO_GAME = "That message belongs to no game. `/hand` shows your desk."


async def test_a_person_is_invited_from_their_menu(tmp_path):
    async with world(tmp_path) as w:
        ann, bob, cora = map(w.person, ("ann", "bob", "cora"))
        # without a lobby one is opened, and that person is asked by name
        offer = await ann.menu("Invite", bob, w.channel)
        assert offer.content == (
            f"No game here is waiting to start. Open one, and I'll invite <@{bob.id}>."
        )
        page = await ann.write(offer, "Open a game", "Ur")
        assert page.content.startswith("Invited. I'll keep a seat in **Ur** until they answer.")
        assert "**Ur** is open." in page.content
        (invited,) = [each for each in w.channel.history() if "invites you" in each.content]
        assert f"<@{bob.id}>" in invited.content
        assert w.rings(bob) == 1
        await bob.press(invited, "Join")
        # with one lobby, that person is invited there
        assert (await ann.menu("Invite", bob, w.channel)).content == (
            "**bob** already plays in **Ur**."
        )
        done = await bob.menu("Invite", cora, w.channel)
        assert done.content == "Invited. I'll keep a seat in **Ur** until they answer."
        assert (await ann.menu("Invite", ann, w.channel)).content == (
            "You already play in **Ur**. Invite another player."
        )
        # with several, the user chooses
        await w.open("ann", name="Uruk", seats=3)
        which = await ann.menu("Invite", w.person("dan"), w.channel)
        assert which.content.startswith("You play in several games. Which one?")
        done = await ann.choose(which, "Uruk")
        assert done.content == "Invited. I'll keep a seat in **Uruk** until they answer."


async def test_nobody_is_offered_a_game_with_themselves_or_with_a_bot(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        none = "No game here is waiting to start."
        bot = w.guild.add_member(w.env.create_user("dyno", bot=True))
        for target in (ann, bot):
            answer = await ann.menu("Invite", target, w.channel)
            assert (answer.content, labels(answer)) == (none, [])
        game = await w.open("ann", seats=3)
        refused = await ann.menu("Invite", bot, w.channel)
        assert refused.content == "Bots can't play. Choose a person."
        assert not (await game.table()).asked


async def test_a_message_of_a_game_leads_to_the_desk(tmp_path):
    """Each message of the bot's in the thread, with buttons or without; and the direct messages."""
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        await w.open("ann", "bob", name="Uruk")
        await game.play("end")
        ann, eve = w.person("ann"), w.person("eve")
        bare = [each for each in game.posts if not each.attachments and not components(each)]
        past = game.turns[0]
        assert bare
        assert not components(past)
        for message, where in (
            (past, game.home),
            (game.turn, game.home),
            (bare[0], game.home),
            (game.lobby, w.channel),
            (game.desk_of(ann), None),
        ):
            desk = await ann.menu("Desk", message, where)
            assert desk.content.startswith("**Ur**"), message.content
            (picture,) = desk.attachments
            assert picture.filename == f"desk-{game.id}.png"
        refused = await eve.menu("Desk", game.turn, game.home)
        assert (refused.content, labels(refused)) == ("You don't play in **Ur**.", ["Watch"])


async def test_other_messages_belong_to_no_game(tmp_path):
    async with world(tmp_path) as w:
        game = await w.open("ann", "bob")
        bob, eve = map(w.person, ("bob", "eve"))
        said = await bob.member.send(w.channel, "te:1:-:-:hand")
        in_thread = await bob.member.send(game.home, "Your turn!")
        help_ = await eve.slash("help", w.channel)
        for message, where in ((said, w.channel), (in_thread, game.home), (help_, w.channel)):
            refused = await eve.menu("Desk", message, where)
            assert refused.content.startswith(OF_NO_GAME), message.content
            assert not refused.attachments
