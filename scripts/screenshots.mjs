import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build, install } from './prepare.mjs'
import { fail, ROOT, say } from './run.mjs'
import { ensureSpanishBrowser, findBrowser } from './system-packages.mjs'

// Takes the pictures of docs/pictures: the demo family by day and by night, each screen and main state in both themes.

const PICTURES = join(ROOT, 'docs/pictures')
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1024, height: 768 }
const THEMES = { claro: 'light', oscuro: 'dark' }

await install()
const executablePath = await findBrowser()
await ensureSpanishBrowser(executablePath)
await build()
rmSync(PICTURES, { recursive: true, force: true })
mkdirSync(PICTURES, { recursive: true })
// Dates and times as a Spanish phone writes them: the browser takes its language from the environment.
const env = { ...process.env, LANGUAGE: 'es', LC_ALL: 'es_ES.UTF-8' }
const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox', '--lang=es-ES'] })
await withDemo('2025-08-11T15:20', byDay)
await withDemo('2025-08-12T03:12', byNight)
await browser.close()

async function byDay(page, signIn) {
  await shoot(page, 'acceso')
  await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
  await shoot(page, 'prueba', ['claro'])
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await signIn()

  await goTo(page, 'Diario')
  await shoot(page, 'siesta-en-curso')
  await goTo(page, 'Gráfico')
  await page.getByRole('button', { name: 'Semana anterior' }).click()
  await shoot(page, 'grafico')
  await page.setViewportSize(DESKTOP)
  await shoot(page, 'grafico-ancho', ['claro'])
  await page.setViewportSize(PHONE)
  await goTo(page, 'Plan')
  await shoot(page, 'plan')
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
  const toast = page.locator('[data-toast]')
  await toast.waitFor()
  await shoot(page, 'aviso', ['claro'])
  await toast.getByRole('button', { name: 'Cerrar' }).click()
  await shoot(page, 'diario')
  await goTo(page, 'Añadir descanso')
  await shoot(page, 'formulario')

  await goTo(page, 'Diario')
  await page.context().setOffline(true)
  await page.getByText('Sin conexión').locator('visible=true').waitFor()
  await shoot(page, 'sin-conexion', ['oscuro'])
}

async function byNight(page, signIn) {
  await signIn()
  await goTo(page, 'Diario')
  await shoot(page, 'noche')
}

/** One picture a theme, as large as the phone. */
async function shoot(page, name, themes = Object.keys(THEMES)) {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: THEMES[theme], reducedMotion: 'reduce' })
    await page.locator('body').hover({ position: { x: 1, y: 1 } })
    await page.screenshot({ path: join(PICTURES, `${name}-${theme}.png`), animations: 'disabled' })
    say(`${name}-${theme}.png`)
  }
}

async function goTo(page, tab) {
  await page
    .getByRole('navigation', { name: 'Secciones' })
    .getByRole('button', { name: tab, exact: true })
    .click()
  await page.evaluate(() => document.fonts.ready)
}

/** A demo of its own, at that instant (Madrid), with a phone in front of its login. */
async function withDemo(fixedNow, story) {
  const demo = await startDemo(fixedNow)
  try {
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true, locale: 'es-ES' })
    const page = await context.newPage()
    await page.goto(demo.url)
    await page.evaluate(() => document.fonts.ready)
    await story(page, async () => {
      await page.getByLabel('Email').fill(demo.email)
      await page.getByLabel('Contraseña').fill(demo.password)
      await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    })
    await context.close()
  } finally {
    await demo.stop()
  }
}

async function startDemo(fixedNow) {
  const demo = spawn('node', [join(ROOT, 'scripts/demo.mjs')], {
    env: { ...process.env, FIXED_NOW: fixedNow, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of demo.stdout) {
    said += chunk
    if (/Contraseña: \S/.test(said)) break
  }
  const access = /Dirección:\s+(\S+)\s+Email:\s+(\S+)\s+Contraseña:\s+(\S+)/.exec(said)
  if (access === null) fail('La demo no arrancó.')
  const [, url, email, password] = access
  return {
    url,
    email,
    password,
    stop: () =>
      new Promise((resolve) => {
        demo.once('exit', resolve)
        demo.kill('SIGTERM')
      }),
  }
}
