import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test('wake-ups go from 0 to 10 by ones', async ({ carer }) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  await form.wakeUps.press('ArrowRight')
  await expect(form.wakeUps).toHaveValue('1')
  await form.wakeUps.press('End')
  await form.wakeUps.press('ArrowRight')
  await expect(form.wakeUps).toHaveValue('10')
  await form.wakeUps.press('Home')
  await form.wakeUps.press('ArrowLeft')
  await expect(form.wakeUps).toHaveValue('0')
})

test('while a sleep runs, a drag over many wake-ups is one change: where it ends', async ({
  family,
  phone,
  context,
}) => {
  await family.logs(sleep('siesta', '2025-08-11', '16:00'))
  await phone.signIn()
  const form = sleepForm(phone.page)
  let changes = 0
  await context.route(/sleep_records/, (route) => {
    if (route.request().method() === 'PATCH') changes += 1
    return route.continue()
  })
  await form.wakeUps.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await form.wakeUps.boundingBox()) ?? {}
  const { mouse } = phone.page
  await mouse.move(x + 10, y + height / 2)
  await mouse.down()
  await mouse.move(x + width - 2, y + height / 2, { steps: 20 })
  await expect(form.wakeUps).toHaveValue('10')
  await mouse.up()
  await expect.poll(async () => (await family.records()).map(({ wake_ups }) => wake_ups)).toEqual([10])
  expect(changes).toBe(1)
  await form.wakeUps.press('ArrowLeft')
  await expect.poll(async () => (await family.records()).map(({ wake_ups }) => wake_ups)).toEqual([9])
})

test('feedings and diaper changes are whole numbers from 0 on; what is no number is 0', async ({ carer }) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  for (const count of [form.feedings, form.diapers]) {
    for (const [typed, kept] of [
      ['4', '4'],
      ['2.7', '2'],
      ['-3', '0'],
      ['muchas', '0'],
      ['', '0'],
    ] as const) {
      await count.fill(typed)
      await expect(count).toHaveValue(kept)
    }
  }
  await expect(form.button('Menos tomas')).toBeDisabled()
  await form.button('Más tomas').click()
  await form.button('Más tomas').click()
  await form.button('Menos tomas').click()
  await expect(form.feedings).toHaveValue('1')
  await expect(form.diapers).toHaveValue('0')
})

test('a count beyond 99 becomes 99, and says so until it is another', async ({ carer }) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  const said = form.screen.getByText('Como mucho, 99.')
  await form.feedings.fill('99')
  await expect(form.feedings).toHaveValue('99')
  await expect(said).toBeHidden()
  await form.feedings.fill('120')
  await expect(form.feedings).toHaveValue('99')
  await expect(said).toBeVisible()
  await form.feedings.fill('12')
  await expect(said).toBeHidden()
})
