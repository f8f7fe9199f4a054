import { expect, WITH_MOTION } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

test('what the other phone notes meanwhile is in the form, and stays', async ({
  family,
  phone,
  newPhone,
}) => {
  const form = sleepForm(phone.page)
  await family.logs(sleep('siesta', TODAY, '15:38'))
  await phone.signIn()
  const partner = await newPhone()
  await sleepForm(partner.page).button('Más tomas').click()
  await expect(form.feedings).toHaveValue('1')
  await form.button('Más pañales').click()
  await form.save.click()
  await phone.expectToast('Sigue durmiendo')
  await expect.poll(() => family.records()).toMatchObject([{ feedings: 1, diaper_changes: 1 }])
})

test('a nap that began here and ended on the other phone is over: «+» begins the next one', async ({
  carer,
  newPhone,
}) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  await form.enterStart('15:38')
  await carer.expectToast('Hora de inicio guardada')
  await carer.goTo('Diario')
  const partner = await newPhone()
  await partner.goTo('Diario')
  await partner.page.getByRole('button', { name: /^Terminar siesta/ }).click()
  await expect(carer.records).toContainText('15:38 – 16:20')
  await carer.goTo('Añadir descanso')
  await expect(form.title).toHaveText('Añadir Descanso')
  await expect(form.start).toHaveValue('16:20')
  await expect(form.start).toBeEditable()
})

test('a count that is being typed keeps the form, though the other phone ends the nap', async ({
  family,
  phone,
  newPhone,
}) => {
  const form = sleepForm(phone.page)
  await family.logs(sleep('siesta', TODAY, '15:38'))
  await phone.signIn()
  const partner = await newPhone()
  await partner.goTo('Diario')
  await form.feedings.fill('2')
  await partner.page.getByRole('button', { name: /^Terminar siesta/ }).click()
  await expect(form.screen.getByText('Este sueño se terminó en otro móvil a las 16:20.')).toBeVisible()
  await expect(form.feedings).toHaveValue('2')
  await form.button('Usar 16:20').press('Enter')
  await expect(form.confirmEnd).toBeFocused()
})

test('a nap that becomes the one in progress while its form is seen moves nothing in it', async ({
  family,
  phone,
  newPhone,
}) => {
  const form = sleepForm(phone.page)
  await family.logs(sleep('siesta', TODAY, '15:00'), sleep('siesta', TODAY, '15:38'))
  await phone.signIn()
  await phone.goTo('Diario')
  await phone.records.filter({ hasText: '15:00' }).getByRole('button', { name: 'Editar' }).click()
  await expect(form.title).toHaveText('Editar Descanso')
  const partner = await newPhone()
  await partner.goTo('Diario')
  await partner.deleteRecord('15:38')
  await expect(form.screen.getByText('Durmiendo desde 15:00')).toBeVisible()
  await expect(form.button('Terminar siesta · 16:20')).toBeHidden()
})
