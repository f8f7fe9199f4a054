import { join } from 'node:path'
import { chromium } from '@playwright/test'
import {
  clearPictures,
  closeToast,
  enter,
  goTo,
  PHONE,
  shoot,
  shootAs,
  shootFrom,
  shootOnAll,
} from './pictures/camera.mjs'
import { pictureConsole } from './pictures/console-pictures.mjs'
import { newAccount, startDemo } from './pictures/demo-server.mjs'
import { build, install } from './prepare.mjs'
import { fail, ROOT } from './run.mjs'
import { ensureSpanishBrowser, findBrowser } from './system-packages.mjs'

// Takes the pictures of docs/pictures. They show the demo family by day and by night, a family that has just begun, and
// the console of the provider's staff, with each screen and main state in both themes. What a thumb has to reach is
// also taken on small phones, and each size of these has a folder of its own.

const DESKTOP = { width: 1024, height: 768 }
/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('./pictures/demo-server.mjs').Demo} Demo
 * @typedef {{ signIn: () => Promise<void>, signUp: () => Promise<void> }} Entrances
 */

await install()
const executablePath = await findBrowser({ isWhole: true })
await ensureSpanishBrowser(executablePath)
await build()
clearPictures()
// The browser takes its language from the environment, and has to write dates and times as a Spanish phone does.
const env = { ...process.env, LANGUAGE: 'es', LC_ALL: 'es_ES.UTF-8' }
const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox', '--lang=es-ES'] })
await withDemo('2025-08-11T15:20', byDay)
await withDemo('2025-08-12T03:12', byNight)
await withDemo('2025-08-11T09:10', newFamily)
await atDemo('2025-08-15T15:20', (demo) => pictureConsole(demo, newPage))
await browser.close()

/**
 * @param {Page} page
 * @param {Entrances} entrances
 */
async function byDay(page, { signIn }) {
  await shootOnAll(page, 'acceso')
  await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
  await shoot(page, 'prueba', ['claro'])
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await signIn()

  await shootOnAll(page, 'formulario-en-curso')
  await goTo(page, 'Diario')
  await shootOnAll(page, 'siesta-en-curso')
  await goTo(page, 'Gráfico')
  await page.getByRole('button', { name: 'Semana anterior' }).click()
  await shootOnAll(page, 'grafico')
  await page.setViewportSize(DESKTOP)
  await shoot(page, 'grafico-ancho', ['claro'])
  await page.setViewportSize(PHONE)
  await shootFrom(page, 'rangos', 'Patrón de Sueño')
  await shootFrom(page, 'tendencia', '¿Va a mejor?')
  await shootFrom(page, 'cuatro-semanas', 'Cuatro semanas, día a día')
  await page.getByRole('button', { name: 'Imprimir o guardar como PDF' }).click()
  const preview = page.getByRole('dialog', { name: 'Diario para imprimir' })
  await preview.getByRole('article').nth(1).waitFor()
  await shoot(page, 'imprimir', ['claro'])
  await preview
    .getByRole('article')
    .nth(1)
    .evaluate((sheet) => sheet.scrollIntoView())
  await shoot(page, 'imprimir-tendencia', ['claro'])
  await page.keyboard.press('Escape')
  await goTo(page, 'Plan')
  await shoot(page, 'plan')
  for (const [app, name] of /** @type {const} */ ([
    ['Nara', 'importar'],
    ['Napper', 'importar-napper'],
  ])) {
    await page.getByRole('button', { name: 'Importar', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Importar' })
    await sheet.locator('input[type=file]').setInputFiles(join(ROOT, `e2e/samples/${app.toLowerCase()}.csv`))
    await sheet.getByText(`Archivo de ${app}`).waitFor()
    await shootOnAll(page, name)
    await page.keyboard.press('Escape')
  }
  await goTo(page, 'BSC')
  await shoot(page, 'recursos')

  await goTo(page, 'Diario')
  await page
    .getByRole('button', { name: /Eliminar/ })
    .locator('visible=true')
    .first()
    .click()
  await shoot(page, 'eliminar', ['oscuro'])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await page.locator('[data-toast]').waitFor()
  await shoot(page, 'aviso', ['claro'])
  await closeToast(page)
  await page.evaluate(() => scrollTo(0, 0))
  await shootOnAll(page, 'diario')
  await goTo(page, 'Añadir descanso')
  await shootOnAll(page, 'formulario')
  await goTo(page, 'Diario')
  await rebuildADay(page)

  await page.getByRole('button', { name: 'Hoy', exact: true }).locator('visible=true').click()
  await page.context().setOffline(true)
  await page.getByText('Sin conexión').locator('visible=true').waitFor()
  await shoot(page, 'sin-conexion', ['oscuro'])
  await page.context().setOffline(false)
  await herOwnDays(page)
}

/**
 * Rebuilds a day before the six weeks of the demo, so that it is empty: two naps and a night, by taps on its tape.
 * @param {Page} page
 */
async function rebuildADay(page) {
  await page.getByRole('textbox', { name: 'Fecha' }).locator('visible=true').fill('2025-06-20')
  await page.getByRole('button', { name: 'Reconstruir el día' }).click()
  const sheet = page.getByRole('dialog', { name: /^Reconstruir el día/ })
  const lines = sheet.getByRole('region', { name: /^Cinta del día/ }).locator(':scope > div > svg')
  // The first line of the tape runs from 8h to 18h, the last from 18h to 8h.
  await tapOn(page, lines.first(), 1.6 / 10)
  await tapOn(page, lines.first(), 5.2 / 10)
  await tapOn(page, lines.last(), 2.5 / 14)
  await shootOnAll(page, 'reconstruir')
  await sheet.getByRole('button', { name: 'Cerrar' }).click()
}

/**
 * @param {Page} page
 * @param {import('@playwright/test').Locator} line
 * @param {number} share The place of the tap, as a share of the line's width.
 */
async function tapOn(page, line, share) {
  const box = await line.boundingBox()
  if (box === null) fail('La cinta no se ve.')
  await page.touchscreen.tap(box.x + share * box.width, box.y + 50)
}

/**
 * Shows what the baby's own days say beside the plan, and a family that chooses another zone: no sleep may run then.
 * @param {Page} page
 */
async function herOwnDays(page) {
  await goTo(page, 'Plan')
  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  await plan.getByLabel('Ventana de sueño tras la siesta 1').fill('3h 30min')
  await plan.getByRole('button', { name: 'Guardar Cambios' }).click()
  await closeToast(page)
  await plan.getByRole('button', { name: 'Llevarlo al plan' }).first().waitFor()
  await shootFrom(page, 'su-ritmo-y-el-plan', 'Su ritmo de estos días')
  await plan.getByLabel('Hora del diario').selectOption('Atlantic/Canary')
  await shootFrom(page, 'zona-horaria', 'Zona horaria')
  await plan.getByRole('button', { name: 'Guardar Cambios' }).click()
  await closeToast(page)
  await goTo(page, 'Diario')
  await page.getByText(/^Desde hoy el diario va con la hora de Canarias/).waitFor()
  await shootOnAll(page, 'desde-hoy-en-canarias')
}

/**
 * @param {Page} page
 * @param {Entrances} entrances
 */
async function byNight(page, { signIn }) {
  await signIn()
  await shootOnAll(page, 'noche-formulario', ['oscuro'])
  await goTo(page, 'Diario')
  // At night the app is dark by itself, whatever the phone says, so the light picture needs a switch first.
  await shootOnAll(page, 'noche', ['oscuro'])
  await page.getByRole('button', { name: 'Cambiar tema' }).locator('visible=true').click()
  await shootOnAll(page, 'noche', ['claro'])
  await page.getByRole('switch', { name: 'Luz roja de noche' }).check()
  await page.evaluate(() => scrollTo(0, 0))
  await shootAs(page, 'noche-roja')
}

/**
 * @param {Page} page
 * @param {Entrances} entrances
 */
async function newFamily(page, { signUp }) {
  await signUp()
  await page.getByRole('heading', { name: 'Cuéntanos de tu bebé' }).waitFor()
  await shootOnAll(page, 'primer-dia')
  await page.getByLabel('Nombre').locator('visible=true').fill('Lucía')
  await page.getByLabel('Edad', { exact: true }).fill('7')
  await page.getByLabel('Edad', { exact: true }).blur()
  await shootFrom(page, 'primera-tarjeta', 'Cuéntanos de tu bebé')
}

/**
 * Tells a story on a demo of its own at that instant of Madrid, with a phone in front of its login.
 * @param {string} fixedNow
 * @param {(page: Page, entrances: Entrances) => Promise<void>} story
 */
async function withDemo(fixedNow, story) {
  await atDemo(fixedNow, async (demo) => {
    const page = await newPage({ viewport: PHONE, hasTouch: true })
    await page.goto(demo.url)
    await page.evaluate(() => document.fonts.ready)
    const enterAs = async (/** @type {import('./pictures/demo-server.mjs').Account} */ account) => {
      await enter(page, account)
      await page.getByRole('navigation', { name: 'Secciones' }).waitFor()
    }
    await story(page, {
      signIn: () => enterAs(demo),
      signUp: async () => enterAs(await newAccount(demo.url)),
    })
    await page.context().close()
  })
}

/**
 * @param {string} fixedNow
 * @param {(demo: Demo) => Promise<void>} work
 */
async function atDemo(fixedNow, work) {
  const demo = await startDemo(fixedNow)
  try {
    await work(demo)
  } finally {
    await demo.stop()
  }
}

/** @param {import('@playwright/test').BrowserContextOptions} options */
async function newPage(options) {
  const context = await browser.newContext({ ...options, locale: 'es-ES' })
  return context.newPage()
}
