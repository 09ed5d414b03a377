"""The local table: the very same bot on a simulated Discord, shown in the browser.

It needs the packages of the group ``local``. Only ``bot.local.startup`` may be imported
without them.
"""
