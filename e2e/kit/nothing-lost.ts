import type { Page } from '@playwright/test'
import { atRest, expectFitsWidth } from './accessible.ts'
import { expect, test } from './carer.ts'

interface Reading {
  what: string
  width: number
  height: number
  /** The text size is a factor: 2 stands for 200 %. */
  text: number
  spaced?: boolean
}

/** A screen of 1280 px at a zoom of 400 % is 320 CSS px wide, and low. */
export const READINGS: readonly Reading[] = [
  { what: 'a narrow phone', width: 320, height: 640, text: 1 },
  { what: 'text at 200 %', width: 390, height: 844, text: 2 },
  { what: 'text at 200 % on a narrow phone', width: 320, height: 640, text: 2 },
  { what: 'a zoom of 400 % on a desktop', width: 320, height: 256, text: 1 },
  { what: 'text set wider', width: 390, height: 844, text: 1, spaced: true },
]

/** Enlarges text as the phone's own setting does, and widens it as a reader's style sheet does (WCAG 1.4.12). */
export async function setText(
  page: Page,
  { text, spaced = false }: Pick<Reading, 'text' | 'spaced'>,
): Promise<void> {
  await page.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size
    },
    `${text * 100}%`,
  )
  await page.evaluate((isSpaced) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets = isSpaced ? [sheet] : []
  }, spaced)
}

/** Expects that what is on the screen loses nothing however it is read. A toast could go in the middle of it. */
export async function expectNothingLostInAnyReading(page: Page): Promise<void> {
  const usual = page.viewportSize()
  for (const { what, width, height, ...text } of READINGS) {
    await test.step(what, async () => {
      await page.setViewportSize({ width, height })
      await setText(page, text)
      await expectNothingLost(page)
    })
  }
  if (usual !== null) await page.setViewportSize(usual)
  await setText(page, { text: 1 })
}

/** Expects nothing beyond the sides, nothing cut, and that every control can be brought to where it is pressed. */
export async function expectNothingLost(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  // A toast that rises is still beyond the edge.
  await atRest(page)
  await expectFitsWidth(page)
  expect(await page.evaluate(cutTexts)).toEqual([])
  expect(await page.evaluate(coveredControls)).toEqual([])
}

/** Runs in the page: finds words that reach beyond the screen's sides or out of their own box. */
function cutTexts(): string[] {
  const cut: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // These words are said to screen readers only.
    if (parent.closest('.sr, svg, script, style, [role=status][aria-live]')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const { left, right, width } of range.getClientRects()) {
      if (width > 0 && (left < -1 || right > innerWidth + 1)) cut.push(text.textContent ?? '')
    }
  }
  for (const input of document.querySelectorAll('input')) {
    if (input.checkVisibility() && input.scrollWidth > input.clientWidth + 1) cut.push(`input ${input.value}`)
  }
  return cut
}

/** Runs in the page: finds what can't be pressed even when it is scrolled into sight. */
function coveredControls(): string[] {
  const dialog = document.querySelector('dialog[open]')
  const toast = document.querySelector('[data-toast]')
  const covered: string[] = []
  for (const control of (dialog ?? document).querySelectorAll<HTMLElement>('button, a[href], input')) {
    if (!control.checkVisibility()) continue
    control.scrollIntoView({ block: 'center' })
    const target = control.closest('label') ?? control
    const { x, y, width, height } = target.getBoundingClientRect()
    const middle = document.elementFromPoint(x + width / 2, y + height / 2)
    // A toast that covers a control goes by itself.
    if (middle && (target.contains(middle) || toast?.contains(middle))) continue
    covered.push(control.ariaLabel ?? control.textContent ?? control.tagName)
  }
  return covered
}
