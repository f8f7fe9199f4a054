import type { Locator, Page } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { type Family, sleep, test, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

// What another phone sends never moves what is under the finger.

test.use(WITH_MOTION)

const TODAY = '2025-08-11'

test.beforeEach(async ({ family }) => {
  await family.logs(
    wakeUp(TODAY, '06:00'),
    ...[7, 8, 9, 10, 11, 12].map((hour) =>
      sleep('siesta', TODAY, `${String(hour).padStart(2, '0')}:00`, `${String(hour).padStart(2, '0')}:30`),
    ),
  )
})

/** Logs a nap as the other phone would; it comes above the others. */
const newNap = (family: Family) => family.logs(sleep('siesta', TODAY, '15:00', '15:30'))

/** Makes the browser do as Safari, which doesn't hold a scrolled page in its place. */
async function withoutScrollAnchoring(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(document.body.style, { overflowAnchor: 'none' }))
}

/** Measures in a frame that is seen: the browser puts the page back where it was only with the next one. */
async function topOf(target: Locator): Promise<number> {
  await atRest(target.page())
  const box = await target.boundingBox()
  if (box === null) throw new Error('It isn’t on the screen')
  return Math.round(box.y)
}

for (const anchors of [true, false]) {
  test(`scrolled down, the page stays where it is while records come above, ${
    anchors ? 'where the browser would see to it' : 'where the browser wouldn’t, as in Safari'
  }`, async ({ family, phone }) => {
    await phone.signIn()
    if (!anchors) await withoutScrollAnchoring(phone.page)
    const read = phone.records.filter({ hasText: '09:00' })
    await expect(phone.records).toHaveCount(7)
    await read.scrollIntoViewIfNeeded()
    await phone.page.mouse.move(200, 400)
    await phone.page.mouse.wheel(0, 60)
    // The wheel makes the page glide, so its place is waited for.
    await phone.page.waitForFunction(async () => {
      const from = window.scrollY
      await new Promise((resolve) => setTimeout(resolve, 100))
      return from > 60 && window.scrollY === from
    })
    const before = await topOf(read)
    await newNap(family)
    await expect(phone.records).toHaveCount(8)
    expect(await topOf(read)).toBe(before)
    // A running sleep changes the face above the records.
    await family.logs(sleep('siesta', TODAY, '16:00'))
    await expect(phone.records).toHaveCount(9)
    expect(await topOf(read)).toBe(before)
  })
}

test('while a finger is down nothing is drawn; when it lifts, what it touched is where it was', async ({
  family,
  phone,
  context,
}) => {
  await phone.signIn()
  await expect(phone.records).toHaveCount(7)
  const touched = phone.records.filter({ hasText: '11:00' })
  await touched.scrollIntoViewIfNeeded()
  const before = await topOf(touched)
  const finger = await context.newCDPSession(phone.page)
  const touch = (type: 'touchStart' | 'touchEnd') =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [{ x: 120, y: before + 20 }] : [],
    })
  await touch('touchStart')
  const told = phone.page.waitForResponse((answer) => /sleep_records\?.*rev=gt/.test(answer.url()))
  await newNap(family)
  await (await told).finished()
  // By now the phone has stored the nap, and another of its tabs shows it.
  const otherTab = await context.newPage()
  await otherTab.goto(phone.page.url())
  await expect(otherTab.getByRole('article')).toHaveCount(8)
  await expect(phone.records).toHaveCount(7)
  expect(await topOf(touched)).toBe(before)
  await touch('touchEnd')
  await expect(phone.records).toHaveCount(8)
  expect(await topOf(touched)).toBe(before)
})

test('an open question stays open, with its buttons where they were', async ({ family, phone }) => {
  await phone.signIn()
  await phone.records.filter({ hasText: '11:00' }).getByRole('button', { name: 'Eliminar' }).click()
  const dialog = phone.page.getByRole('alertdialog')
  const remove = dialog.getByRole('button', { name: 'Eliminar' })
  await atRest(phone.page)
  const before = await topOf(remove)
  await newNap(family)
  // The dialog hides the diary from a screen reader, and other screens, which may be drawn by now, are hidden anyway.
  const diary = phone.page.getByRole('region', { name: 'Diario', exact: true, includeHidden: true })
  await expect(diary.getByRole('article', { includeHidden: true })).toHaveCount(8)
  expect(await topOf(remove)).toBe(before)
  await remove.click()
  await phone.expectToast('Registro eliminado')
  await expect(phone.records.filter({ hasText: '11:00' })).toHaveCount(0)
  await expect(phone.records).toHaveCount(7)
})

test('a bar’s sheet stays with its sleep when an earlier one arrives', async ({ family, phone }) => {
  await phone.signIn()
  await phone.goTo('Gráfico')
  await phone.page.getByRole('button', { name: 'Ver los descansos: Hoy' }).press('Enter')
  const sheet = phone.page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Descanso siguiente' }).click()
  await expect(sheet).toContainText('2 de 5')
  const shown = await sheet.getByText(/\d\d:00 – \d\d:30/).textContent()
  await family.logs(sleep('siesta', TODAY, '08:40', '08:50'))
  await expect(sheet).toContainText('3 de 6')
  await expect(sheet).toContainText(shown ?? '')
})

test('the field one types in stays, with what was typed, when the form has to say something', async ({
  family,
  phone,
}) => {
  await family.logs(sleep('noche', TODAY, '06:30'))
  await phone.signIn()
  const form = sleepForm(phone.page)
  await expect(form.title).toHaveText('Editar Descanso')
  await withoutScrollAnchoring(phone.page)
  await form.feedings.focus()
  await form.feedings.fill('3')
  const before = await topOf(form.feedings)
  // Because of this wake-up the form asks, above everything else, when the night ended.
  await family.logs(wakeUp(TODAY, '08:20'))
  await expect(form.screen.getByRole('button', { name: 'Despertó a las 08:20' }).first()).toBeVisible()
  await expect(form.feedings).toHaveValue('3')
  await expect(form.feedings).toBeFocused()
  expect(await topOf(form.feedings)).toBe(before)
})
