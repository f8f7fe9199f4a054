import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
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
