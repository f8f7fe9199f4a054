import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { carer } from '../../../testing/drawn/carer.ts'
import { drawPhone } from '../../../testing/drawn/draw-phone.ts'
import { form } from '../../../testing/drawn/sleep-form.ts'

test('wake-ups go from 0 to 10 by ones', async () => {
  await drawPhone()
  await carer.goTo('Añadir descanso')
  await expect.element(form.wakeUps).toBeVisible()
  const wakeUps = form.wakeUps.element()
  if (wakeUps instanceof HTMLElement) wakeUps.focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(form.wakeUps).toHaveValue('1')
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(form.wakeUps).toHaveValue('10')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(form.wakeUps).toHaveValue('0')
})

test('feedings and diaper changes are whole numbers from 0 on; what is no number is 0', async () => {
  await drawPhone()
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
      await expect.element(count).toHaveValue(kept)
    }
  }
  await expect.element(form.button('Menos tomas')).toBeDisabled()
  await form.button('Más tomas').click()
  await form.button('Más tomas').click()
  await form.button('Menos tomas').click()
  await expect.element(form.feedings).toHaveValue('1')
  await expect.element(form.diapers).toHaveValue('0')
})

test('a count beyond 99 becomes 99, and says so until it is another', async () => {
  await drawPhone()
  await carer.goTo('Añadir descanso')
  const said = form.screen.getByText('Como mucho, 99.')
  await form.feedings.fill('99')
  await expect.element(form.feedings).toHaveValue('99')
  await expect.element(said).not.toBeInTheDocument()
  await form.feedings.fill('120')
  await expect.element(form.feedings).toHaveValue('99')
  await expect.element(said).toBeVisible()
  await form.feedings.fill('12')
  await expect.element(said).not.toBeInTheDocument()
})
