import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { holdDisk } from '../kit/phones/slow-disk.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

test.describe('a form that is left before the disk has answered leaves nothing to go on with', () => {
  test('once its change is stored', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await form.confirmEnd.click()
    await form.enterEnd('10:55')
    const letGo = await holdDisk(page, family.userId)
    await form.save.click()
    await form.button('Volver').click()
    await phone.expectToast('Falta guardar')
    await letGo()
    await phone.expectToast('¡Descanso actualizado!')
    await phone.goTo('Añadir descanso')
    await expect(form.title).toHaveText('Añadir Descanso')
    await expect(form.screen.getByText(/^Tienes a medias/)).toBeHidden()
    expect(await family.records()).toMatchObject([{ end_time: '10:55' }])
  })

  test('once it is, and it was gone on with meanwhile', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await form.confirmEnd.click()
    await form.enterEnd('10:55')
    const letGo = await holdDisk(page, family.userId)
    await form.save.click()
    await form.button('Volver').click()
    await page.getByRole('button', { name: 'Seguir con ella' }).click()
    await expect(form.end).toHaveValue('10:55')
    await letGo()
    await phone.expectToast('¡Descanso actualizado!')
    await expect(phone.records).toContainText('10:00 – 10:55')
    await phone.goTo('Añadir descanso')
    await expect(form.title).toHaveText('Añadir Descanso')
  })

  test('once its ✓ is', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    const offer = form.screen.getByText('Tienes a medias: Siesta de hoy')
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    const letGo = await holdDisk(page, family.userId)
    await form.confirmStart.click()
    await phone.goTo('Diario')
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await expect(offer).toBeVisible()
    await letGo()
    await phone.expectToast('Hora de inicio guardada')
    await expect(offer).toBeHidden()
    await expect.poll(() => family.countRecords()).toBe(2)
  })

  test('but for what isn’t stored once its ✓ was undone', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    const offer = form.screen.getByText('Tienes a medias: Siesta de hoy')
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.start.fill('15:50')
    await form.end.fill('16:15')
    const letGo = await holdDisk(page, family.userId)
    await form.confirmStart.click()
    await phone.goTo('Diario')
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await letGo()
    await phone.expectToast('Hora de inicio guardada')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect.poll(() => family.countRecords()).toBe(1)
    await expect(offer).toBeVisible()
    await form.button('Seguir con ella').click()
    await expect(form.end).toHaveValue('16:15')
  })
})
