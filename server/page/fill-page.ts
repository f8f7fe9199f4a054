const SETTINGS_PLACE = /(<script\b[^>]*\bid="settings"[^>]*>)[^<]*(<\/script>)/
const WORD_PLACE = /\{\{([\w.]+)\}\}/g

/**
 * Fills the built page with what is only known when the server starts: all settings as JSON for the app, and single
 * values where the page shows them before the app runs, as in `<title>{{brand.product}}</title>`. Throws when the page
 * has no place for the settings, or names one that doesn't exist.
 */
export function fillPage(template: string, settings: object): string {
  if (!SETTINGS_PLACE.test(template))
    throw new Error(
      'index.html no tiene sitio para los ajustes: vuelve a compilar la app con «npm run build».',
    )
  // A "<" in a value could otherwise close the script element that the JSON stands in.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return template
    .replace(WORD_PLACE, (_, path: string) => escapeHtml(wordAt(settings, path)))
    .replace(SETTINGS_PLACE, (_, open: string, close: string) => open + json + close)
}

/**
 * Fills the built web app manifest with single settings, as the page is filled. Throws when it names one that doesn't
 * exist.
 */
export function fillManifest(template: string, settings: object): string {
  return template.replace(WORD_PLACE, (_, path: string) =>
    JSON.stringify(wordAt(settings, path)).slice(1, -1),
  )
}

function wordAt(settings: object, path: string): string {
  const word = path.split('.').reduce<unknown>((from, key) => Reflect.get(Object(from), key), settings)
  if (typeof word !== 'string')
    throw new Error(`La página o el manifiesto muestran «${path}», que no es ningún ajuste.`)
  return word
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
