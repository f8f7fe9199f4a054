import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './carer.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The page as it stands keeps WCAG 2.2 AA, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  // What still rises is paler than it will be; nothing rises while axe looks, either.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await atRest(page)
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(WCAG)
    // Without frames there is nothing to bring together in a page of its own.
    .setLegacyMode()
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`),
  ).toEqual([])
  // What is written in drawings axe leaves out.
  expect(await page.evaluate(paleLetters)).toEqual([])
}

/** Resolves when whatever was on its way to its place has arrived; what breathes for ever may. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What was just changed is laid out, and begins to move, with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => null)),
    )
  })
}

/** Runs in the page: letters of a drawing with a contrast under 4.5 to the ground behind them. */
function paleLetters(): string[] {
  const pale: string[] = []
  // Behind a sheet nothing can be hit, nor read.
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

/** Nothing scrolls sideways. */
export async function expectFitsWidth(page: Page, where?: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, where).toBeLessThanOrEqual(0)
}

/** Names of the buttons and links on screen that a thumb could miss; links in a sentence are exempt (WCAG 2.5.8). */
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
