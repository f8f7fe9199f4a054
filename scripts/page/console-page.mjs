import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { ROOT } from '../run.mjs'
import { markPage } from './mark-page.mjs'

/**
 * Builds the page of the provider's staff into `folder`, apart from the app: carers fetch nothing of it (decision 053).
 * @param {string} folder
 */
export async function buildConsolePage(folder) {
  await build({
    configFile: false,
    root: join(ROOT, 'app'),
    base: '/consola/',
    // The icon is the app's, and keeps its address.
    publicDir: false,
    logLevel: 'warn',
    plugins: [react(), { name: 'drawings', transformIndexHtml: withDrawings }],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(ROOT, 'app/consola.html'),
        // What the app fetches late may be here from the start.
        checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      },
    },
  })
  markPage(join(folder, 'consola.html'))
}

/**
 * The drawings stand in the app's page alone.
 * @param {string} html
 */
function withDrawings(html) {
  const page = readFileSync(join(ROOT, 'app/index.html'), 'utf8')
  const [drawings] = /<svg style="display:none"[\s\S]*?<\/svg>(?=\n<div)/.exec(page) ?? []
  if (drawings === undefined) throw new Error('La página de la app ha perdido sus dibujos.')
  return html.replace('<!--drawings-->', () => drawings)
}
