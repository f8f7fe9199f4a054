import { expect } from '../kit/carer.ts'
import { fillDisk, freeDisk, watchDisk } from '../kit/full-disk.ts'
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

test('when the phone refuses to store it says so, keeps the form, and saves once there is room', async ({
  family,
  phone,
  context,
}) => {
  const { page } = phone
  await watchDisk(context)
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(page)
  await fillDisk(page, 'all')
  await form.name.fill('Lucía')
  await form.save.click()
  await phone.expectToast('Error', 'No se pudo actualizar la información del bebé.')
  await form.name.fill('Mi bebé')
  await form.firstWindow.fill('2h')
  await form.save.click()
  await phone.expectToast('Error', 'No se pudo actualizar el plan de sueño.')
  await form.name.fill('Lucía')
  await form.save.click()
  await phone.expectToast(
    'Error',
    'No se pudo actualizar la información del bebé. No se pudo actualizar el plan de sueño.',
  )
  await expect(form.name).toHaveValue('Lucía')
  await expect(form.firstWindow).toHaveValue('2h')
  await expect(form.unsaved).toBeVisible()

  await freeDisk(page)
  await form.save.click()
  await phone.expectToast('¡Todo guardado!')
  await expect.poll(async () => (await family.plan()).first_wake_window).toBe('2h 00min')
  await expect.poll(async () => (await family.baby()).name).toBe('Lucía')
})

test('when only the plan could not be stored, the baby is saved and the plan stays to be tried again', async ({
  family,
  phone,
  context,
}) => {
  const { page } = phone
  await watchDisk(context)
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(page)
  await fillDisk(page, 'sleep_plans')
  await form.name.fill('Lucía')
  await form.firstWindow.fill('2h')
  await form.save.click()
  await phone.expectToast('Error', 'No se pudo actualizar el plan de sueño.')
  await expect(page.locator('[data-toast]')).not.toContainText('bebé')
  await expect.poll(async () => (await family.baby()).name).toBe('Lucía')
  await expect(form.firstWindow).toHaveValue('2h')
  await expect(form.unsaved).toBeVisible()
  await freeDisk(page)
  await form.save.click()
  await phone.expectToast('Éxito', 'Plan de sueño actualizado.')
  await expect(form.unsaved).toBeHidden()
})
