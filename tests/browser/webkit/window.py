#!/usr/bin/python3
"""The browser that WebKitWebDriver starts: a window with one page, as wide as a phone's.

usage: window.py --data FOLDER --log FILE [--script FILE]

Debian's MiniBrowser is at least 447 px wide and runs no script before a page's own.
"""
import argparse
import os
import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = 390, 844


def page(arguments):
    """The page under control of the driver."""
    # Stored data lies in files, as in a browser that is used every day.
    store = WebKit2.WebsiteDataManager(
        base_data_directory=arguments.data, base_cache_directory=arguments.data
    )
    context = WebKit2.WebContext(website_data_manager=store)
    context.set_automation_allowed(True)
    scripts = WebKit2.UserContentManager()
    for file in arguments.script:
        with open(file, encoding='utf-8') as source:
            scripts.add_script(
                WebKit2.UserScript(
                    source.read(),
                    WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                    WebKit2.UserScriptInjectionTime.START,
                )
            )
    view = WebKit2.WebView(
        web_context=context, user_content_manager=scripts, is_controlled_by_automation=True
    )
    view.get_settings().set_enable_write_console_messages_to_stdout(True)

    def started(_context, session):
        """Names the browser, which the driver compares with what was asked for, and hands the page over."""
        about = WebKit2.ApplicationInfo()
        about.set_name('window.py')
        session.set_application_info(about)
        session.connect('create-web-view', lambda _session: view)

    context.connect('automation-started', started)
    return view


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--data', required=True)
    options.add_argument('--log', required=True)
    options.add_argument('--script', action='append', default=[])
    arguments = options.parse_args()
    # The driver discards what its browser prints. The processes of the pages inherit this.
    log = os.open(arguments.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, sys.stdout.fileno())
    os.dup2(log, sys.stderr.fileno())
    # Pages are asked to reduce motion: nothing moves while it is clicked.
    Gtk.init()
    Gtk.Settings.get_default().set_property('gtk-enable-animations', False)
    window = Gtk.Window(default_width=WIDTH, default_height=HEIGHT)
    window.connect('destroy', Gtk.main_quit)
    window.add(page(arguments))
    window.show_all()
    Gtk.main()


main()
