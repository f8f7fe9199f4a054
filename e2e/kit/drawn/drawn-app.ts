import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, preview } from 'vite'

const ROOT = fileURLToPath(new URL('../../../app', import.meta.url))
const OUT = fileURLToPath(new URL('../../../test-results/drawn-app', import.meta.url))

/** The page has the time from its address, because a server that would fill it in is what these stories do without. */
const SETTINGS = `<script type="application/json" id="settings">{}</script>
<script>
settings.textContent = JSON.stringify({
  supabaseUrl: '', anonKey: '', minPasswordLength: 8,
  fixedNow: new URLSearchParams(location.search).get('now') || null,
  brand: {
    product: 'Nana', provider: 'BSC', supportEmail: 'soporte@bsc.example',
    links: { web: '', blog: '', contact: '', services: '', courses: '', instagram: '' },
    logos: { light: '/logo-light.svg', dark: '/logo-dark.svg' },
  },
})
</script>`

const CONFIG: InlineConfig = {
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  mode: 'production',
  plugins: [
    react(),
    {
      name: 'drawn-page',
      transformIndexHtml: {
        order: 'pre',
        handler: (html) =>
          html
            .replace('/main.tsx', '/testing/drawn/drawn-phone.ts')
            .replace('<script type="application/json" id="settings">{}</script>', SETTINGS)
            .replaceAll('{{brand.product}}', 'Nana'),
      },
      // A phone keeps the scripts, as it does the server's, and doesn't ask for them with each page. What is sent to a
      // server waits for its answer for ever, as on a line that is very slow.
      configurePreviewServer: ({ middlewares }) => {
        let building: Promise<unknown> | null = null
        middlewares.use((request, response, next) => {
          if (request.url?.startsWith('/assets/')) {
            response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
          }
          if (/^\/(auth|rest|events)\/v1\//.test(request.url ?? '')) return
          building ??= build(CONFIG)
          void goOnAfter(building, next)
        })
      },
    },
  ],
  build: { outDir: OUT, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: false },
  preview: { host: '127.0.0.1', port: 0 },
}

/** An answer of the server tells why the app could not be compiled. */
async function goOnAfter(building: Promise<unknown>, next: (error?: unknown) => void): Promise<void> {
  try {
    await building
  } catch (error) {
    return next(error)
  }
  next()
}

/**
 * Serves the app with another beginning (app/testing/drawn/drawn-phone.ts) until what it returns is called. It is
 * compiled once for a whole run, when the first of its stories asks for it: a run without any has no need of it. The
 * address is in the environment of the workers.
 */
export default async function serveDrawnApp(): Promise<() => Promise<void>> {
  const server = await preview(CONFIG)
  const [url] = server.resolvedUrls?.local ?? []
  if (url === undefined) throw new Error('The drawn app has no address')
  process.env.DRAWN_APP_URL = url
  return () => server.close()
}

/** Returns the address of the app on a phone whose clock stands at this time in Madrid; '' lets it go. */
export function drawnAppAt(now: string): string {
  return `${origin()}?now=${encodeURIComponent(now)}`
}

/** Returns the address of a picture of the app: a page of the same origin on which nothing runs. */
export function drawnPicture(): string {
  return `${origin()}logo-light.svg`
}

function origin(): string {
  const url = process.env.DRAWN_APP_URL
  if (url === undefined) throw new Error('The run has not served the drawn app')
  return url
}
