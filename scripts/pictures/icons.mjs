import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { install } from '../prepare.mjs'
import { ROOT, say } from '../run.mjs'
import { findBrowser } from '../system-packages.mjs'

// Draws the PNG icons from the mark. It is run by hand when the mark changes, as the results are in the repository.

const FOLDER = join(ROOT, 'app/public/icons')
/** The ground has the color of `--head` in the light theme of tokens.css. */
const GROUND = '#e3f1fa'

/**
 * `mark` is the mark's width and `corner` the radius of the ground, both as a share of the icon. A phone that cuts its
 * own shape gets the whole square, of which it may keep only a centred circle of 80 %.
 */
const ICONS = [
  { name: 'icon-192', size: 192, mark: 0.66, corner: 0.22 },
  { name: 'icon-512', size: 512, mark: 0.66, corner: 0.22 },
  { name: 'icon-maskable-512', size: 512, mark: 0.56, corner: 0 },
  { name: 'apple-touch-icon', size: 180, mark: 0.62, corner: 0 },
]

await install()
const browser = await chromium.launch({
  executablePath: await findBrowser({ isWhole: true }),
  args: ['--no-sandbox'],
})
const page = await browser.newPage({ colorScheme: 'light' })
const mark = await readFile(join(FOLDER, 'icon.svg'), 'utf8')
for (const icon of ICONS) {
  await page.setViewportSize({ width: icon.size, height: icon.size })
  await page.setContent(`
    <style>
      body { margin: 0 }
      main { height: 100vh; display: grid; place-items: center; background: ${GROUND};
             border-radius: ${icon.corner * 100}% }
      svg { width: ${icon.mark * 100}% }
    </style>
    <main>${mark}</main>`)
  await page.screenshot({ path: join(FOLDER, `${icon.name}.png`), omitBackground: true })
  say(`${icon.name}.png`)
}
await browser.close()
