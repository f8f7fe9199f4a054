import { expect } from '../kit/carer.ts'
import { planForm } from '../kit/plan-form.ts'
import { test } from '../kit/seed.ts'

test.beforeEach(async ({ family }) => {
  await family.born('2025-01-31')
  await family.plans({})
})

test('the second phone gets it, and keeps what is being typed there', async ({ phone, newPhone }) => {
  await phone.signIn()
  await phone.goTo('Plan')
  const mine = planForm(phone.page)
  const partner = await newPhone()
  await partner.goTo('Plan')
  const theirs = planForm(partner.page)
  await theirs.window(2).fill('3h 05')

  await mine.name.fill('Lucía')
  await mine.firstWindow.fill('2h')
  await mine.duration(1).press('ArrowRight')
  await mine.save.click()
  await phone.expectToast('¡Todo guardado!')

  await expect(theirs.name).toHaveValue('Lucía')
  await expect(theirs.firstWindow).toHaveValue('2h 00min')
  await expect(theirs.duration(1)).toHaveValue('105')
  await expect(theirs.window(2)).toHaveValue('3h 05')
  await theirs.save.click()
  await partner.expectToast('Éxito', 'Plan de sueño actualizado.')
  await expect(mine.window(2)).toHaveValue('3h 05min')
  await expect(mine.duration(1)).toHaveValue('105')
})
