const SETTINGS_PLACE = /(<script\b[^>]*\bid="settings"[^>]*>)[^<]*(<\/script>)/
const WORD_PLACE = /\{\{([\w.]+)\}\}/g

/**
 * The built page with what is only known when the server starts: all settings as JSON for the app, and single words
 * of them, as in `<title>{{brand.product}}</title>`, where the page shows them before the app runs.
 */
export function fillPage(template: string, settings: object): string {
  if (!SETTINGS_PLACE.test(template))
    throw new Error('index.html has no place for the settings: build the app again')
  // A "<" inside the JSON could close the script element it stands in.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return template
    .replace(WORD_PLACE, (_, path: string) => escapeHtml(wordAt(settings, path)))
    .replace(SETTINGS_PLACE, (_, open: string, close: string) => open + json + close)
}

/** The built web app manifest with words of the settings in it, as the page has them. */
export function fillManifest(template: string, settings: object): string {
  return template.replace(WORD_PLACE, (_, path: string) =>
    JSON.stringify(wordAt(settings, path)).slice(1, -1),
  )
}

function wordAt(settings: object, path: string): string {
  const word = path.split('.').reduce<unknown>((from, key) => Reflect.get(Object(from), key), settings)
  if (typeof word !== 'string')
    throw new Error(`The page or the manifest shows «${path}», which is no setting`)
  return word
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
