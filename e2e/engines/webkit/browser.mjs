#!/usr/bin/env -S gjs -m
/*
 * Opens a window of WebKitGTK the size of a phone, for WebKitWebDriver to hold. The package's own MiniBrowser is wider
 * than a phone, and keeps nothing while a program holds it.
 * Its arguments are --size=390x844, --data=DIR, --log=FILE (what happens beyond the page, a line of JSON each) and
 * --dark.
 */
import Gdk from 'gi://Gdk?version=3.0'
import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import Gtk from 'gi://Gtk?version=3.0'
import WebKit from 'gi://WebKit2?version=4.1'
import System from 'system'

const given = Object.fromEntries(
  System.programArgs.map((arg) => /^--([a-z]+)=?(.*)$/s.exec(arg)?.slice(1) ?? [arg, '']),
)
const [width, height] = given.size.split('x').map(Number)
const log = Gio.File.new_for_path(given.log).append_to(Gio.FileCreateFlags.NONE, null)
const say = (kind, text) => log.write_all(`${JSON.stringify({ kind, text: String(text) })}\n`, null)

Gtk.init(null)
Gtk.Settings.get_default().gtk_application_prefer_dark_theme = given.dark !== undefined

const kept = new WebKit.WebsiteDataManager({
  base_data_directory: `${given.data}/data`,
  base_cache_directory: `${given.data}/cache`,
})
const context = new WebKit.WebContext({ website_data_manager: kept })
context.set_automation_allowed(true)
context.set_preferred_languages(['es-ES', 'es'])

/** This runs in every page before its own scripts, and hands on what the page complains of. */
const LISTEN = `(() => {
  const say = (kind, text) => webkit.messageHandlers.said.postMessage(JSON.stringify({ kind, text: String(text) }))
  for (const level of ['error', 'warn']) {
    const own = console[level].bind(console)
    console[level] = (...args) => { own(...args); say(level, args.join(' ')) }
  }
  addEventListener('error', (event) => say('error', event.message ?? 'Not loaded: ' + event.target.outerHTML), true)
  addEventListener('unhandledrejection', (event) => say('rejection', event.reason))
  addEventListener('securitypolicyviolation', (event) => say('csp', event.effectiveDirective + ' ' + event.blockedURI))
})()`

function heard() {
  const content = new WebKit.UserContentManager()
  content.register_script_message_handler('said')
  content.connect('script-message-received::said', (_, result) => {
    const { kind, text } = JSON.parse(result.get_js_value().to_string())
    if (kind === 'print') print(text)
    else if (kind === 'size') latest.get_toplevel().resize(...text.split('x').map(Number))
    else say(kind, text)
  })
  content.add_script(
    WebKit.UserScript.new(
      LISTEN,
      WebKit.UserContentInjectedFrames.TOP_FRAME,
      WebKit.UserScriptInjectionTime.START,
      null,
      null,
    ),
  )
  return content
}

/** Prints as the dialog's «print to file» would: a page can't open the dialog while a program holds the window. */
function print(pdf) {
  const settings = new Gtk.PrintSettings()
  // The printer is found by its name, which is in the user's language.
  settings.set_printer(GLib.dgettext('gtk30', 'Print to File'))
  settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, `file://${pdf}`)
  settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, 'pdf')
  const page = new Gtk.PageSetup()
  page.set_paper_size(Gtk.PaperSize.new('iso_a4'))
  for (const side of ['top', 'right', 'bottom', 'left']) page[`set_${side}_margin`](0, Gtk.Unit.MM)
  const operation = WebKit.PrintOperation.new(latest)
  operation.set_page_setup(page)
  operation.set_print_settings(settings)
  operation.connect('finished', () => say('printed', pdf))
  operation.connect('failed', (_, error) => say('error', error))
  operation.print()
}

let latest = null

function openWindow(related = null) {
  const view = new WebKit.WebView({
    ...(related === null ? { web_context: context } : { related_view: related }),
    is_controlled_by_automation: true,
    settings: new WebKit.Settings({ enable_developer_extras: true }),
    user_content_manager: heard(),
  })
  const window = new Gtk.Window({ decorated: false, default_width: width, default_height: height })
  window.add(view)
  view.connect('close', () => window.destroy())
  view.connect('create', () => openWindow(view))
  view.connect('web-process-terminated', (_, reason) => say('error', `The page crashed: ${reason}`))
  // The carer says yes to whatever is asked.
  view.connect('permission-request', (_, request) => {
    request.allow()
    return true
  })
  view.connect('show-notification', (_, notice) => {
    say('notice', notice.get_title())
    return true
  })
  // Without a window manager nobody else gives the window the focus.
  window.connect('map-event', () => {
    window.get_window().focus(Gdk.CURRENT_TIME)
    return false
  })
  window.show_all()
  view.grab_focus()
  latest = view
  return view
}

context.connect('automation-started', (_, session) => {
  const info = WebKit.ApplicationInfo.new()
  // The driver asks for this name and this version.
  info.set_name('MiniBrowser')
  info.set_version(WebKit.get_major_version(), WebKit.get_minor_version(), WebKit.get_micro_version())
  session.set_application_info(info)
  session.connect('create-web-view', () => openWindow())
})
context.connect('download-started', (_, download) => {
  download.connect('decide-destination', (_download, name) => {
    download.set_destination(`file://${given.data}/${name}`)
    return true
  })
  download.connect('finished', () => say('download', download.get_destination()))
})
Gtk.main()
