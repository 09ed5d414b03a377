"""The bot as a whole: the client with all features and commands."""

from bot.client import GameClient
from bot.client.feature_pages import Pages
from bot.commands.commands import add_commands
from bot.desk.desk_page import desk_page, desk_shown
from bot.desk.refusing import refusal_page, refused_page
from bot.dispatch.finding import find_visit
from bot.features import discover
from bot.features.personal_data.personal_data_pages import called_former
from bot.features.server.checking_page import complaint_page
from bot.features.solo.solo_page import with_way_to_directs
from bot.features.table.seating import closed_desk
from bot.parts.way_home import home_of, with_way_home
from bot.posts.greeting import greeting
from bot.posts.news_page import news_page
from bot.posts.posts_due import Due

discover()


class TwoRivers(GameClient):
    """The bot."""

    pages = Pages(
        find_visit=find_visit,
        refusal=refusal_page,
        refusal_at_table=refused_page,
        home_of=home_of,
        with_way_home=with_way_home,
        way_to_directs=with_way_to_directs,
        desk=desk_page,
        desk_shown=desk_shown,
        closed_desk=closed_desk,
        posts_due=Due,
        greeting=greeting,
        news=news_page,
        complaint=complaint_page,
        former_player=called_former,
    )

    def add_commands(self) -> None:
        """Add all commands to the tree."""
        add_commands(self.tree)
