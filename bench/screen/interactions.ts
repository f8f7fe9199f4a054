import type { Locator, Page } from '@playwright/test'
import { addDays } from '../../core/time/time.ts'
import { TODAY } from '../server.ts'
import { tab } from './phone.ts'

const TAP_ROUNDS = 20
const WEEKS = 100
const DAYS = 50
const SAVE_ROUNDS = 12

/** The browser reports no interaction that is shorter, so an unreported one counts as this long. */
const SHORTEST_REPORTED_MS = 16

/** Visits every tab again and again, first visits included. Resolves to the milliseconds from each tap to its paint. */
export function switchTabs(page: Page): Promise<number[]> {
  const tabs = (['Gráfico', 'Añadir descanso', 'Plan', 'BSC', 'Diario'] as const).map((name) =>
    tab(page, name),
  )
  return tapEach(page, Array.from({ length: TAP_ROUNDS }, () => tabs).flat())
}

/** Goes back through the weeks. Resolves to the milliseconds from each tap to its paint. */
export async function changeWeeks(page: Page): Promise<number[]> {
  await tab(page, 'Gráfico').tap()
  const took = await tapEach(page, Array(WEEKS).fill(page.getByRole('button', { name: 'Semana anterior' })))
  await tab(page, 'Diario').tap()
  return took
}

/** Goes back through the days of the diary. Resolves to the milliseconds from each change of the field to its paint. */
export async function changeDays(page: Page): Promise<number[]> {
  const field = page.getByRole('region', { name: 'Diario', exact: true }).getByLabel('Fecha')
  for (let ago = 1; ago <= DAYS; ago += 1) {
    await field.fill(addDays(TODAY, -ago))
    await page.waitForFunction((count) => window.watched.days.length >= count, ago)
  }
  const took = await page.evaluate(() => window.watched.days)
  await field.fill(TODAY)
  return took
}

/**
 * Starts a nap, moves its start, ends it and deletes it, again and again. Resolves to the milliseconds from each tap to
 * the end of the durable write.
 */
export async function saveAgainAndAgain(page: Page): Promise<number[]> {
  const form = page.getByRole('region', { name: 'Añadir descanso', exact: true })
  const save = async (button: Locator) => {
    const before = await page.evaluate(() => window.watched.saves.length)
    await press(page, button)
    await page.waitForFunction((count) => window.watched.saves.length > count, before)
  }
  for (let round = 0; round < SAVE_ROUNDS; round += 1) {
    await tab(page, 'Añadir descanso').tap()
    await save(form.getByRole('button', { name: 'Confirmar hora de inicio' }))
    await save(form.getByRole('button', { name: '−5 min: Hora de inicio' }))
    await tab(page, 'Diario').tap()
    await save(page.getByRole('button', { name: /^Terminar siesta/ }))
    await page.getByRole('article').first().getByRole('button', { name: 'Eliminar' }).tap()
    await save(page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }))
  }
  return page.evaluate(() => window.watched.saves)
}

async function tapEach(page: Page, buttons: readonly Locator[]): Promise<number[]> {
  await twoFrames(page)
  await page.evaluate(() => window.watched.interactions.clear())
  for (const button of buttons) {
    await press(page, button)
    await twoFrames(page)
  }
  const reported = await page.evaluate(() => [...window.watched.interactions.values()])
  const unreported = Math.max(0, buttons.length - reported.length)
  return [...reported, ...Array<number>(unreported).fill(SHORTEST_REPORTED_MS)]
}

/**
 * Sends a bare touch. The driver's own tap looks in the page for what lies under the finger while the tap waits, and
 * that search would be measured too.
 */
async function press(page: Page, button: Locator): Promise<void> {
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y } = await restingPlace(page, button)
  await page.touchscreen.tap(x, y)
}

/** Resolves to the middle of the button once it stands still, because it may be rising with the sheet it is on. */
async function restingPlace(page: Page, button: Locator): Promise<{ x: number; y: number }> {
  for (let last = ''; ; ) {
    await twoFrames(page)
    const box = await button.boundingBox()
    if (box !== null && last === JSON.stringify(box))
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    last = JSON.stringify(box)
  }
}

/** After two frames the tap before is painted and reported, so that the next one counts as another interaction. */
function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
