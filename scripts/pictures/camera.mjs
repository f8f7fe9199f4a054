import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT, say } from '../run.mjs'

/*
 * The camera of docs/pictures: it knows the phones, the themes and where each picture is kept.
 */

const PICTURES = join(ROOT, 'docs/pictures')
export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 800 }
const USUAL_SMALL_PHONE = { width: 375, height: 667 }
const SMALL_PHONES = [USUAL_SMALL_PHONE, { width: 320, height: 640 }]
/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {keyof typeof THEMES} Theme
 */
const THEMES = /** @type {const} */ ({ claro: 'light', oscuro: 'dark' })

/** Removes all pictures, and makes the folders of new ones. */
export function clearPictures() {
  rmSync(PICTURES, { recursive: true, force: true })
  for (const phone of SMALL_PHONES) mkdirSync(folderOf(phone), { recursive: true })
}

/** @param {Page} page */
export async function closeToast(page) {
  const toast = page.locator('[data-toast]')
  await toast.getByRole('button', { name: 'Cerrar' }).click()
  await toast.waitFor({ state: 'detached' })
}

/**
 * Takes the picture on every phone, prepared for each. That of the tall phone comes into the folder itself.
 * @param {Page} page
 * @param {string} name
 * @param {readonly Theme[]} [themes]
 * @param {() => Promise<void>} [prepare]
 */
export async function shootOnAll(page, name, themes, prepare = async () => undefined) {
  await prepare()
  await shoot(page, name, themes)
  for (const phone of SMALL_PHONES) {
    await page.setViewportSize(phone)
    await prepare()
    await shoot(page, name, themes, folderOf(phone))
  }
  await page.setViewportSize(PHONE)
}

/**
 * Takes the picture of a page for a desk on a small phone.
 * @param {Page} page
 * @param {string} name
 * @param {() => Promise<void>} [prepare]
 */
export async function shootOnPhone(page, name, prepare = async () => undefined) {
  await page.setViewportSize(USUAL_SMALL_PHONE)
  await prepare()
  await shoot(page, name, undefined, folderOf(USUAL_SMALL_PHONE))
  await page.setViewportSize(DESK)
}

/**
 * Takes the picture of what stands below a heading on every phone.
 * @param {Page} page
 * @param {string} name
 * @param {string} title
 */
export async function shootFrom(page, name, title) {
  const heading = page.getByRole('heading', { name: title }).locator('visible=true')
  await shootOnAll(page, name, undefined, () =>
    heading.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 24)),
  )
  await page.evaluate(() => scrollTo(0, 0))
}

/**
 * Takes one picture in each theme, as large as the phone.
 * @param {Page} page
 * @param {string} name
 * @param {readonly Theme[]} [themes]
 */
export async function shoot(page, name, themes = ['claro', 'oscuro'], folder = PICTURES) {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: THEMES[theme], reducedMotion: 'reduce' })
    await shootAs(page, `${name}-${theme}`, folder)
  }
}

/**
 * @param {Page} page
 * @param {string} name
 */
export async function shootAs(page, name, folder = PICTURES) {
  await page.mouse.move(1, 1)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
  say(join(relative(PICTURES, folder), `${name}.png`))
}

/** @param {{ width: number, height: number }} phone */
function folderOf({ width, height }) {
  return join(PICTURES, `${width}x${height}`)
}

/**
 * @param {Page} page
 * @param {string} tab
 */
export async function goTo(page, tab) {
  await page
    .getByRole('navigation', { name: 'Secciones' })
    .getByRole('button', { name: tab, exact: true })
    .click()
  await page.evaluate(() => document.fonts.ready)
}

/**
 * Signs in, up to what the account asks next.
 * @param {Page} page
 * @param {import('./demo-server.mjs').Account} account
 */
export async function enter(page, { email, password }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}
