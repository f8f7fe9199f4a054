import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { PhoneClock } from '../program/commands.ts'

/** The harness drives this page, which is built from the app's data layer. Nothing but the harness serves it. */
export interface ChaosPage {
  /** @param settings are those that the real server hands to the real page. */
  html(settings: object, clock: PhoneClock): string
  /** Each file stands under the path it is asked for. */
  files: ReadonlyMap<string, Buffer>
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

export async function buildPage(): Promise<ChaosPage> {
  const built = await build({
    configFile: false,
    root: FOLDER,
    base: '/chaos/',
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: join(FOLDER, 'page.html'), checks: { pluginTimings: false } },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  const made = bundle !== undefined && 'output' in bundle ? bundle.output : []
  const files = new Map(
    made.map((file) => [
      `/chaos/${file.fileName}`,
      Buffer.from(file.type === 'chunk' ? file.code : file.source),
    ]),
  )
  const template = files.get('/chaos/page.html')?.toString() ?? ''
  const html: ChaosPage['html'] = (settings, clock) =>
    filled(filled(template, 'settings', settings), 'phone-clock', clock)
  return { html, files }
}

function filled(html: string, id: string, content: object): string {
  const json = JSON.stringify(content).replaceAll('<', '\\u003c')
  return html.replace(`id="${id}">`, () => `id="${id}">${json}`)
}

/** Reads the settings that the server fills into its own page, so that this page gets the same. */
export async function serverSettings(serverUrl: string): Promise<{ anonKey: string }> {
  const html = await (await fetch(serverUrl)).text()
  const [, json] = /<script\b[^>]*\bid="settings"[^>]*>([^<]*)</.exec(html) ?? []
  const settings: unknown = JSON.parse(json ?? 'null')
  if (typeof settings !== 'object' || settings === null || !('anonKey' in settings)) {
    throw new Error('La página del servidor no lleva ajustes: compila antes la app (npm run build).')
  }
  return { ...settings, anonKey: String(settings.anonKey) }
}
