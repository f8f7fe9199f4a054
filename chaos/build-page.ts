import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { PhoneClock } from './commands.ts'

/** The page the harness drives, built from the app's data layer. Only the harness serves it. */
export interface ChaosPage {
  html(fixedNow: string | null, clock: PhoneClock): string
  /** By the path they are asked for. */
  files: ReadonlyMap<string, Buffer>
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** @param settings as the real server hands them to the real page. */
export async function buildPage(outDir: string, settings: object): Promise<ChaosPage> {
  await build({
    configFile: false,
    root: FOLDER,
    base: '/chaos/',
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: join(FOLDER, 'page.html'), checks: { pluginTimings: false } },
    },
  })
  const template = readFileSync(join(outDir, 'page.html'), 'utf8')
  const assets = readdirSync(join(outDir, 'assets'))
  return {
    html: (fixedNow, clock) =>
      filled(filled(template, 'settings', { ...settings, fixedNow }), 'phone-clock', clock),
    files: new Map(
      assets.map((name) => [`/chaos/assets/${name}`, readFileSync(join(outDir, 'assets', name))]),
    ),
  }
}

function filled(html: string, id: string, content: object): string {
  const json = JSON.stringify(content).replaceAll('<', '\\u003c')
  return html.replace(`id="${id}">`, () => `id="${id}">${json}`)
}

/** What the server fills into its own page. */
export async function serverSettings(serverUrl: string): Promise<{ anonKey: string }> {
  const html = await (await fetch(serverUrl)).text()
  const [, json] = /<script\b[^>]*\bid="settings"[^>]*>([^<]*)</.exec(html) ?? []
  const settings: unknown = JSON.parse(json ?? 'null')
  if (typeof settings !== 'object' || settings === null || !('anonKey' in settings)) {
    throw new Error('The server’s page carries no settings: build the app first')
  }
  return { ...settings, anonKey: String(settings.anonKey) }
}
