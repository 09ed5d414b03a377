"""A person tries the local table in a browser: from the first click to after a restart."""

import os
import re
import shutil
import subprocess
import sys
import time
from itertools import cycle

import pytest

from tests.patience import LONG
from tests.ports import free_port

playwright = pytest.importorskip("playwright.sync_api", reason="needs pip install -e '.[check]'")
expect = playwright.expect

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-sync", "--no-first-run"]
QUIET += ["--disable-background-networking", "--disable-component-update"]
PATIENCE = 1000 * LONG
LOOK = 25
PHONE = (390, 844)
PROMISED = 3.0
"""Seconds within which a press is answered: one is promised, but tests share the machine."""


def soon(expectation, *arguments):
    """Wait until an expectation of Playwright's holds.

    By itself it would look ever less often, after 100, 250, 500, 1000 ms.
    """
    last = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            return expectation(*arguments, timeout=LOOK)
        except AssertionError:
            if time.monotonic() > last:
                raise


def until_suggested(page):
    """Wait for suggestions; simcord drops a question while it is busy, and typing asks again."""
    last = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            return expect(page.get_by_role("option").first).to_be_visible(timeout=3000)
        except AssertionError:
            if time.monotonic() > last:
                raise
        page.keyboard.type("r")
        page.keyboard.press("Backspace")


class Program:
    """``python -m bot``, started, and started again."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()

    def start(self, **settings):
        """Start it; answers the address that it prints."""
        unset = {"DISCORD_TOKEN", "DATABASE_URL", "LOCAL_DATABASE_URL", "LOG_LEVEL"}
        environment = {name: value for name, value in os.environ.items() if name not in unset}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bot", "--no-browser"],
            cwd=self.folder,
            env={**environment, "LOCAL_PORT": str(self.port), **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        lines = [self.process.stdout.readline()]
        while "DISCORD_TOKEN" not in lines[-1]:
            lines.append(self.process.stdout.readline())
            assert lines[-1]
        return lines[0].split()[-1]

    def stop(self):
        """Press Ctrl+C."""
        self.process.send_signal(2)
        lines, logged = self.process.communicate(timeout=20)
        assert (self.process.returncode, lines, logged) == (0, "", "")


def in_a_browser(test):
    """Mark a test that needs Chromium."""
    missing = "there is no Chromium: apt-get install chromium"
    return pytest.mark.slow(pytest.mark.skipif(CHROMIUM is None, reason=missing)(test))


@pytest.fixture
def program(tmp_path):
    program = Program(tmp_path)
    yield program
    if program.process.poll() is None:
        program.process.kill()
        program.process.communicate()


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


TOO_WIDE = """() => [...document.querySelectorAll("body *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return each.checkVisibility() && box.width > 1 && (box.left < 0 || box.right > innerWidth + 0.5);
}).map((each) => each.outerHTML.slice(0, 200))"""
"""Elements wider than the screen, or beside it."""
NOT_READABLE = """(message) => {
  const box = (each) => each.getBoundingClientRect();
  const shown = box(document.getElementById("channel-timeline"));
  const [text, picture, buttons] = [".message-content", ".attachment-image", ".message-components"]
    .map((part) => message.querySelector(part));
  if (!text || !picture || !buttons) return ["a part is missing"];  // while the page redraws it
  const words = document.createRange();
  words.selectNodeContents(text);
  const [line] = words.getClientRects();
  const faults = [];
  if (line.top < shown.top || line.bottom > shown.bottom) faults.push("first line not shown");
  if (box(text).bottom > box(picture).top) faults.push("picture not below text");
  if (box(picture).bottom > box(buttons).top) faults.push("buttons not below picture");
  if (box(picture).top > shown.bottom) faults.push("picture not shown");
  for (let across = 0.5; across < 16; across += 1) {
    for (let down = 0.5; down < 11; down += 1) {
      const x = box(picture).left + box(picture).width * across / 16;
      const y = box(picture).top + box(picture).height * down / 11;
      if (y >= shown.bottom) continue;
      const there = document.elementFromPoint(x, y);
      if (there !== picture) faults.push(`over the picture: ${there?.outerHTML.slice(0, 200)}`);
    }
  }
  return faults;
}"""
"""Faults of a message that has a question and a picture."""


class Seat:
    """A player at a view."""

    def __init__(self, page):
        self.page = page
        self.messages = page.locator("#channel-message-list")
        self.last = self.messages.locator("article").last

    def go(self, place):
        """Follow a link of the bar above the view."""
        self.page.get_by_role("group", name="Places").get_by_role("link", name=place).click()
        self.ready()

    def ready(self):
        """Wait until the page has found its size: a press before that may get lost."""
        soon(expect(self.page.locator("#action-status")).to_have_text, "Viewport updated")
        soon(expect(self.page.locator("#preview-app")).to_have_attribute, "aria-busy", "false")

    def buttons(self, label):
        """All buttons of that name."""
        return self.messages.get_by_role("button", name=re.compile(rf"{label}$"))

    def offers(self, label):
        """Wait until the last button of that name can be pressed."""
        button = self.buttons(label).last
        soon(expect(button).to_be_enabled)
        return button

    def press(self, label):
        """Press the last button of that name, once it can be pressed."""
        self.offers(label).click()

    def answers(self, label, text):
        """Press a button; the text must appear once more within the promised time."""
        shown = self.messages.get_by_text(text)
        seen = shown.count()
        self.press(label)
        pressed = time.monotonic()
        soon(expect(shown).to_have_count, seen + 1)
        assert time.monotonic() - pressed <= PROMISED

    def press_first(self):
        """Press the first button of the last message, until the text changes."""
        text = self.messages.locator(".message-content").last
        before = text.inner_text()
        self.last.locator(".component-button").first.click()
        soon(expect(text).not_to_have_text, before)

    def fits(self):
        """Nothing is wider than the screen, and the last message can be read."""
        assert self.page.evaluate(TOO_WIDE) == []
        picture = self.last.locator(".attachment-image")
        soon(expect(picture).to_have_js_property, "complete", True)

        def readable(**_):
            assert self.last.evaluate(NOT_READABLE) == []

        soon(readable)

    def command(self, name, **options):
        """Write a command; each option as it is typed, and what is then chosen."""
        self.page.locator("#channel-composer-input").press_sequentially(f"/{name}")
        self.page.get_by_role("option", name=re.compile(rf"^.{name}\b")).click()
        for option, (typed, chosen) in options.items():
            field = self.page.get_by_role("combobox", name=f"{option}, required")
            field.press_sequentially(typed)
            self.page.get_by_role("option", name=re.compile(chosen)).click()
        self.page.get_by_role("button", name="Send").click()

    def reads(self, text):
        shown = self.messages.get_by_text(text)
        soon(expect(shown.last).to_be_visible)

    def reads_nowhere(self, text):
        expect(self.messages).not_to_contain_text(text)


@pytest.fixture
def window(browser):
    """Opens a window in a browser of its own: in the background it would be throttled."""
    faults = []

    def opened(width=1200, height=900):
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        return page

    expect.set_options(timeout=PATIENCE)
    yield opened
    assert faults == []


@in_a_browser
def test_a_first_evening_at_the_local_table(program, window):
    address = program.start()

    # A game is opened with one click, and two sit down.
    start = window()
    start.goto(address)
    start.get_by_role("radio", name="3").check()
    start.get_by_label("Name").fill("Ur")
    start.get_by_label("Fill all seats and start").uncheck()
    start.get_by_role("button", name="Open a game").click()
    soon(expect(start.get_by_text("Waiting for players: 2 empty seats")).to_be_visible)
    first, second = window(), window()
    for name, joining in (("Ben", first), ("Cora", second)):
        joining.goto(address)
        joining.locator("article").get_by_role("link", name=name).click()
        lobby = Seat(joining)
        lobby.ready()
        lobby.press("Join")
        lobby.reads("You've joined Ur")

    # Whoever is to play, and whoever comes next, in a window each.
    start.reload()
    playing = start.locator("li.decides")
    first.goto(f"{address.rstrip('/')}{playing.get_by_role('link').first.get_attribute('href')}")
    attacked, attacker = Seat(first), Seat(second)
    attacked.ready()
    attacked.reads("The game starts.")
    order = first.locator("#channel-message-list").get_by_text("Turn order").inner_text()
    names = re.findall(r"@(\w+)", order.split("Turn order", 1)[1])[:3]
    second.goto(first.url.replace(names[0].lower(), names[1].lower()))
    attacker.ready()

    # A turn with buttons, and a command that completes itself.
    attacked.press("Desk")
    attacked.reads("your turn – 2 actions left")
    attacked.press("King")
    attacked.reads("Choose a column: ")
    first.reload()  # in the middle of it
    attacked.ready()
    attacked.reads("Choose a column: ")
    attacked.press("J")
    attacked.reads("Choose a space: ")
    attacked.press("J11")
    attacked.reads("King on J11.")
    attacker.reads(f"{names[0]} to play – 1 action left")
    attacker.reads_nowhere("Only you can see this")
    attacked.press("End turn")
    attacked.reads("You give up 1 action.")
    attacked.press("End turn")
    attacker.reads(f"{names[1]} to play – 2 actions left")
    for page in (first, second):  # hand the phone over
        soon(expect(page.locator("#local-bar a:has(.decides)")).to_have_text, f"{names[1]} ●")
    attacker.command("leader", leader=("ki", "King"), cell=("l11", "L11: starts a revolt"))
    attacker.reads("What would happen:")
    attacker.press("Attack")

    # The conflict is decided in direct messages.
    attacker.reads(f"your King attacks {names[0]}. Add tiles?")
    attacked.reads(f"{names[1]} to add temples to a revolt, or none")
    attacker.go("Direct messages")
    attacker.press("Add 0.*")
    attacked.reads(f"{names[0]} to add temples to a revolt, or none")
    attacked.go("Direct messages")
    attacked.reads(f"{names[1]} attacks your King. Add tiles?")
    attacker.reads_nowhere("attacks you")

    # The program ends, and starts again: the windows find their way back.
    program.stop()
    for page in (first, second):
        soon(expect(page.locator("#local-status")).to_contain_text, "Connection lost")
    program.start()
    attacked.ready()
    attacker.ready()
    attacked.reads(f"{names[1]} attacks your King. Add tiles?")
    attacked.press("Add 0.*")
    attacked.reads(f"You won the revolt against {names[1]}, 1 to 1.")
    attacked.press("More")
    first.get_by_role("link", name="To the game").last.click()
    attacked.reads(f"{names[1]} to play – 1 action left")
    attacker.go("Ur")
    attacker.press("Desk")
    attacker.reads("your turn – 1 action left")
    attacker.press("End turn")
    attacker.reads("You give up 1 action.")
    attacker.press("End turn")
    attacked.reads(f"{names[2]} to play – 2 actions left")
    start.goto(address)
    expect(start.locator("li.decides")).to_contain_text(names[2])
    program.stop()


@in_a_browser
def test_a_press_is_answered_at_once_whenever_it_comes(program, window):
    """Over more than one beat of 30 seconds. A slow one says that it is at work.

    So it does once simcord waits no longer; what comes after that takes the line away.
    """
    page = window()
    page.goto(program.start())
    page.get_by_role("button", name="Play", exact=True).click()
    desk = Seat(page)
    desk.ready()
    desk.reads("your turn – ")
    began = time.monotonic()
    for rest in cycle((0, 1900, 700, 3100)):
        if time.monotonic() - began > 33:
            break
        page.wait_for_timeout(rest)
        desk.answers("King", "Choose a column: ")
        desk.answers("Back", "your turn – ")
    page.wait_for_timeout(18_000)  # simcord's clock must keep up meanwhile
    desk.answers("King", "Choose a column: ")

    status = page.locator("#local-status")
    soon(expect(status).to_be_hidden)
    held = []
    page.route("**/api/action", lambda route: held.append(route), times=1)  # noqa: PLW0108
    page.locator(".component-button").first.click()
    soon(expect(status).to_have_text, "Working …")
    (press,) = held
    asked = press.request.post_data_json
    receipt = {"requestId": asked["request_id"], "revision": asked["published_revision"]}
    press.fulfill(json={**receipt, "rejected": False, "settlement": "timeout", "diagnostics": []})
    soon(expect(status).to_contain_text, "Still working.")
    desk.press_first()
    soon(expect(status).to_be_hidden)
    program.stop()


@in_a_browser
def test_everything_fits_on_a_phone_which_plays_at_the_address_with_the_key(program, window):
    """The page opens at the question. The picture is between text and buttons, not covered.

    It opens larger. A link on the start page leads to that game's question, whatever is open. The
    address is no secure context for a browser, as this machine's own address is.
    """
    with_key = program.start(LOCAL_HOST="0.0.0.0")
    assert "127.0.0.1" not in with_key
    address = with_key.split("?")[0]
    page = window(*PHONE)
    desk = Seat(page)
    page.goto(address)
    expect(page.locator("body")).to_contain_text("Open the whole address")
    page.goto(with_key)
    assert not page.evaluate("isSecureContext")
    page.locator("[value=own]").check()
    assert page.evaluate(TOO_WIDE) == []

    page.locator("[action='/learn'] button").click()
    desk.ready()
    desk.press_first()
    desk.fits()

    page.goto(address)
    page.locator("[action='/solo'] button").click()
    desk.ready()
    desk.fits()
    expect(desk.last.locator(".component-button").first).to_be_in_viewport(ratio=1)
    before = desk.last.locator(".attachment-image").bounding_box()
    desk.last.locator(".media-lightbox-trigger").click()
    opened = page.locator(".media-lightbox-image").bounding_box()
    assert opened["width"] > 1.5 * before["width"]
    page.keyboard.press("Escape")
    desk.press_first()
    desk.fits()
    page.locator("#channel-composer-input").press_sequentially("/turn")
    page.get_by_role("option", name="/turn").click()
    until_suggested(page)  # before anything is written
    soon(expect(page.get_by_role("button", name="Send")).to_be_in_viewport)
    assert page.evaluate(TOO_WIDE) == []

    page.goto(address)
    page.locator("[action='/solo'] button").click()
    desk.ready()
    soon(expect(desk.last).to_contain_text, "Solo (easy) 2: your turn")
    desk.press("More")
    desk.press("Legend")
    desk.reads("Ground:")
    page.goto(address)
    page.locator("article", has_text="Solo (easy) 2").get_by_role("link", name="Game").click()
    desk.ready()
    page_of_game = desk.messages.locator("article", has_text="Solo (easy) 2: what else")
    soon(expect(page_of_game.get_by_role("button", name="Back")).to_be_in_viewport)

    page.goto(address)
    page.locator("[action='/games'] button").click()
    desk.ready()
    desk.fits()
    desk.go("Channel")
    assert page.evaluate(TOO_WIDE) == []
    page.locator(".mention a").click()  # a channel that the message names
    soon(expect(page).to_have_url, re.compile(r"/seat/\w+/game-\d+#"))
    desk.ready()
    program.stop()
    soon(expect(page.locator("#local-status")).to_contain_text, "Connection lost")
    assert program.start(LOCAL_HOST="0.0.0.0") == with_key  # a bookmark still works
    desk.ready()
    page.goto(address)
    expect(page.locator("h1")).to_have_text("Two Rivers")
    program.stop()
