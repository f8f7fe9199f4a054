import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOnly } from 'axe-core'
import { expect } from './carer.ts'

const WCAG: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}
const CONTRAST: RunOnly = { type: 'rule', values: ['color-contrast'] }

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expects the page as it stands to keep WCAG 2.2 AA in both themes, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  // What still rises is paler than it will be, and nothing may begin to rise while axe looks.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const [theme, scheme] = [await themeOf(page), await schemeOf(page)]
  expect(await faultsOf(page, WCAG)).toEqual([])
  // Only the colours differ in the other theme, and a night is dark in both.
  await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' })
  if ((await themeOf(page)) !== theme) {
    expect(await faultsOf(page, CONTRAST)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: scheme })
}

/** Returns the theme that the app shows. */
function themeOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset.theme)
}

/** Returns the theme that the phone is set to. */
function schemeOf(page: Page): Promise<'light' | 'dark'> {
  return page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
}

async function faultsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  await atRest(page)
  // To read axe takes a page a third of the time of looking with it, so each page reads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`)
  return [
    ...violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    ),
    // Axe leaves out what is written in drawings.
    ...(await page.evaluate(paleLetters)),
  ]
}

/** Resolves when whatever was on its way to its place has arrived; what moves for ever may go on. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What was just changed is laid out, and begins to move, with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    // On a screen that isn't shown, what had begun to move before it was left stands still until it is shown again.
    const isShown = (effect: AnimationEffect | null) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .filter(({ effect }) => isShown(effect))
        .map(({ finished }) => finished.catch(() => null)),
    )
  })
}

/** Runs in the page: finds letters of a drawing whose contrast to the ground behind them is under 4.5. */
function paleLetters(): string[] {
  const pale: string[] = []
  // Behind a sheet nothing can be read, and its ground can't be found by a hit.
  if (document.querySelector('dialog[open]')) return pale
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((channel) =>
      channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const isOpaque = (color: string) => color.startsWith('rgb') && channels(color)[3] !== 0
  const scrolled = scrollY
  for (const letters of document.querySelectorAll('svg text')) {
    if (!letters.checkVisibility()) continue
    letters.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = letters.getBoundingClientRect()
    const ground = document
      .elementsFromPoint(x + width / 2, y + height / 2)
      .filter((element) => !(element instanceof SVGTextElement))
      .map((element) => {
        const style = getComputedStyle(element)
        return element instanceof SVGGeometryElement ? style.fill : style.backgroundColor
      })
      .find(isOpaque)
    const [dark = 0, light = 0] = [ground ?? '', getComputedStyle(letters).fill]
      .map(luminance)
      .toSorted((one, other) => one - other)
    const contrast = (light + 0.05) / (dark + 0.05)
    if (ground === undefined || contrast < 4.5) pale.push(`${letters.textContent} on ${ground}: ${contrast}`)
  }
  scrollTo(0, scrolled)
  return pale
}

/** Expects that nothing scrolls sideways. Scripts hear of another width before the page is laid out for it. */
export async function expectFitsWidth(page: Page, where?: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(overflow, where === undefined ? {} : { message: where }).toBeLessThanOrEqual(0)
}

/** Names the buttons and links on screen that a thumb could miss; links in a sentence are exempt (WCAG 2.5.8). */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, [role=button]')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      // Half a pixel is lost to rounding while a toast rises.
      .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
      .map(
        ({ element, box }) =>
          `${element.ariaLabel ?? element.textContent} ${Math.round(box.width)}×${Math.round(box.height)}`,
      ),
  )
}
