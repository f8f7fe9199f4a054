import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { countTaps } from '../kit/taps.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })

test.describe('a locked time', () => {
  test('reacts: «Cambiar» opens it with 1 tap, and so does the time itself', async ({ carer, page }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    await form.confirmStart.click()
    await expect(form.start).not.toBeEditable()
    const taps = await countTaps(page, () => form.button('Cambiar').click())
    expect(taps).toBe(1)
    await expect(form.start).toBeEditable()
    await expect(form.start).toBeFocused()
    await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'false')
    await expect(form.button('Cambiar')).toHaveCount(0)
    await form.confirmStart.click()
    await form.start.click()
    await expect(form.start).toBeEditable()
    await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'false')
  })

  test('✓ opens it as before', async ({ carer }) => {
    const form = sleepForm(carer.page)
    await carer.goTo('Añadir descanso')
    await form.enterStart('13:00')
    await form.enterEnd('14:00')
    await expect(form.button('Cambiar')).toHaveCount(2)
    await form.confirmEnd.click()
    await expect(form.confirmEnd).toHaveAttribute('aria-pressed', 'false')
    await expect(form.button('Cambiar')).toHaveCount(1)
  })
})

test('a sleep logged under the wrong day moves to another: «Cambiar fecha» is 1 tap', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
  await phone.signIn()
  await phone.records.getByRole('button', { name: 'Editar' }).click()
  await expect(form.date).not.toBeEditable()
  const taps = await countTaps(page, () => form.button('Cambiar fecha').click())
  expect(taps).toBe(1)
  await expect(form.date).toBeFocused()
  await form.date.fill('2025-08-10')
  await form.save.click()
  await phone.expectToast('¡Descanso actualizado!')
  await phone.holdToast()
  await expect(page.getByRole('heading', { name: 'A qué hora despertó?' })).toBeVisible()
  await expect(phone.records).toHaveCount(0)
  await expect.poll(() => family.records()).toMatchObject([{ date: '2025-08-10', start_time: '10:00' }])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(phone.records).toHaveCount(1)
})

test('the day of a sleep that runs is changed with the ✓ of its start', async ({ family, phone }) => {
  const form = sleepForm(phone.page)
  await family.logs(sleep('noche', TODAY, '00:50'))
  await phone.signIn()
  await form.button('Cambiar fecha').click()
  await form.date.fill('2025-08-10')
  await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'false')
  await form.enterStart('23:50')
  await phone.expectToast('Hora de inicio guardada')
  await expect.poll(() => family.records()).toMatchObject([{ date: '2025-08-10', start_time: '23:50' }])
})

test.describe('a wake-up', () => {
  test('has no pencil: its time is a button, and another time is 2 taps', async ({ family, phone, page }) => {
    await family.logs(wakeUp(TODAY, '08:20'))
    await phone.signIn()
    await expect(phone.records).toContainText('Hora: 08:20')
    await expect(phone.records.getByRole('button', { name: 'Editar' })).toHaveCount(0)
    const time = phone.records.getByRole('button', { name: 'Cambiar la hora: 08:20' })
    expect((await time.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    const dialog = page.getByRole('dialog', { name: 'Cambiar el despertar' })
    const taps = await countTaps(page, async () => {
      await time.click()
      await dialog.getByLabel('Hora', { exact: true }).fill('07:40')
      await dialog.getByRole('button', { name: 'Guardar' }).click()
      await phone.expectToast('Despertar cambiado', 'Hoy, 07:40')
    })
    expect(taps).toBe(2)
    await phone.holdToast()
    await expect(dialog).toBeHidden()
    await expect(phone.records).toContainText('Hora: 07:40')
    await expect
      .poll(() => family.records())
      .toMatchObject([{ type: 'despertar', date: TODAY, time: '07:40' }])
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(phone.records).toContainText('Hora: 08:20')
  })

  test('moves to another day, and the keyboard goes on from the name of the one it left', async ({
    family,
    phone,
    page,
  }) => {
    await family.logs(wakeUp(TODAY, '08:20'))
    await phone.signIn()
    await phone.records.getByRole('button', { name: 'Cambiar la hora: 08:20' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar el despertar' })
    await dialog.getByLabel('Fecha').fill('2025-08-10')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await phone.expectToast('Despertar cambiado', 'Domingo 10, 08:20')
    await expect(phone.records).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeFocused()
  })
})
