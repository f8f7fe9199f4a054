import type { Locator, Page } from '@playwright/test'
import { atRest } from './accessible.ts'
import { expect } from './carer.ts'
import { type Family, sleep, test, wakeUp } from './seed.ts'
import { sleepForm } from './sleep-form.ts'

// What another phone sends never moves what is under the finger.

const TODAY = '2025-08-11'

test.beforeEach(async ({ family }) => {
  await family.logs(
    wakeUp(TODAY, '06:00'),
    ...[7, 8, 9, 10, 11, 12].map((hour) =>
      sleep('siesta', TODAY, `${String(hour).padStart(2, '0')}:00`, `${String(hour).padStart(2, '0')}:30`),
    ),
  )
})

/** A nap that sorts before the others, as from the other phone. */
const newNap = (family: Family) => family.logs(sleep('siesta', TODAY, '15:00', '15:30'))

/** As in Safari. */
async function withoutScrollAnchoring(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(document.body.style, { overflowAnchor: 'none' }))
}

async function topOf(target: Locator): Promise<number> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('It isn’t on the screen')
  return Math.round(box.y)
}

for (const anchors of [true, false]) {
  test(`scrolled down, the page stays where it is while records come above, ${
    anchors ? 'where the browser would see to it' : 'where the browser wouldn’t, as in Safari'
  }`, async ({ family, phone, account }) => {
    await phone.signIn(account)
    if (!anchors) await withoutScrollAnchoring(phone.page)
    const read = phone.records.filter({ hasText: '09:00' })
    await expect(phone.records).toHaveCount(7)
    await read.scrollIntoViewIfNeeded()
    await phone.page.mouse.move(200, 400)
    await phone.page.mouse.wheel(0, 60)
    // The page glides there.
    await phone.page.waitForFunction(async () => {
      const from = window.scrollY
      await new Promise((resolve) => setTimeout(resolve, 100))
      return from > 60 && window.scrollY === from
    })
    const before = await topOf(read)
    await newNap(family)
    await expect(phone.records).toHaveCount(8)
    expect(await topOf(read)).toBe(before)
    // The running sleep makes the face above another one.
    await family.logs(sleep('siesta', TODAY, '16:00'))
    await expect(phone.records).toHaveCount(9)
    expect(await topOf(read)).toBe(before)
  })
}

test('while a finger is down nothing is drawn; when it lifts, what it touched is where it was', async ({
  family,
  phone,
  account,
  context,
}) => {
  await phone.signIn(account)
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
  // Stored on the phone by now, and on the screen of another tab.
  const otherTab = await context.newPage()
  await otherTab.goto(phone.page.url())
  await expect(otherTab.getByRole('article')).toHaveCount(8)
  await expect(phone.records).toHaveCount(7)
  expect(await topOf(touched)).toBe(before)
  await touch('touchEnd')
  await expect(phone.records).toHaveCount(8)
  expect(await topOf(touched)).toBe(before)
})

test('an open question stays open, with its buttons where they were', async ({ family, phone, account }) => {
  await phone.signIn(account)
  await phone.records.filter({ hasText: '11:00' }).getByRole('button', { name: 'Eliminar' }).click()
  const dialog = phone.page.getByRole('alertdialog')
  const remove = dialog.getByRole('button', { name: 'Eliminar' })
  await atRest(phone.page)
  const before = await topOf(remove)
  await newNap(family)
  await expect(phone.page.getByRole('article', { includeHidden: true })).toHaveCount(8)
  expect(await topOf(remove)).toBe(before)
  await remove.click()
  await phone.expectToast('Registro eliminado')
  await expect(phone.records.filter({ hasText: '11:00' })).toHaveCount(0)
  await expect(phone.records).toHaveCount(7)
})

test('a bar’s sheet stays with its sleep when an earlier one arrives', async ({ family, phone, account }) => {
  await phone.signIn(account)
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
  account,
}) => {
  await family.logs(sleep('noche', TODAY, '06:30'))
  await phone.signIn(account)
  const form = sleepForm(phone.page)
  await expect(form.title).toHaveText('Editar Descanso')
  await withoutScrollAnchoring(phone.page)
  await form.feedings.focus()
  await form.feedings.fill('3')
  const before = await topOf(form.feedings)
  // After this the form asks when the night ended, above everything else.
  await family.logs(wakeUp(TODAY, '08:20'))
  await expect(form.screen.getByRole('button', { name: 'Despertó a las 08:20' }).first()).toBeVisible()
  await expect(form.feedings).toHaveValue('3')
  await expect(form.feedings).toBeFocused()
  expect(await topOf(form.feedings)).toBe(before)
})
