import { expect } from '../kit/carer.ts'
import { type Fixtures, test } from '../kit/drawn/drawn-story.ts'
import { fillDisk, freeDisk, refuseToStore } from '../kit/full-disk.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

/** One more feeding of the sleep that runs has no room on the phone, and what comes after it has. */
async function noteWithoutRoom(phone: Fixtures['phone']): Promise<void> {
  await fillDisk(phone.page, 'all')
  await sleepForm(phone.page).button('Más tomas').click()
  await phone.expectToast('Error', 'No se pudo actualizar el registro.')
  await phone.closeToast()
  await freeDisk(phone.page)
}

test.describe('a phone that has no room left says what it could not store, and no success', () => {
  test('a wake-up', async ({ phone, page }) => {
    await phone.signIn()
    await fillDisk(page, 'all')
    await page.getByLabel('A qué hora despertó?').fill('08:20')
    const save = page.getByRole('button', { name: 'Guardar', exact: true })
    await save.click()
    await phone.expectToast('Error', 'No se pudo guardar el registro.')
    await expect(phone.records).toHaveCount(0)
    await freeDisk(page)
    await expect(page.getByLabel('A qué hora despertó?')).toHaveValue('08:20')
    await save.click()
    await phone.expectToast('¡Despertar registrado!')
  })

  test('a start, then the record', async ({ phone, page, family }) => {
    const form = sleepForm(page)
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await fillDisk(page, 'all')
    await form.enterStart('13:00')
    await phone.expectToast('Error', 'No se pudo iniciar el registro de sueño.')
    await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'false')
    await freeDisk(page)
    await form.confirmStart.click()
    await phone.expectToast('Hora de inicio guardada')
    await fillDisk(page, 'all')
    await form.enterEnd('14:00')
    await form.save.click()
    await phone.expectToast('Error', 'No se pudo guardar el registro.')
    await expect(form.end).toHaveValue('14:00')
    await freeDisk(page)
    await form.save.click()
    await phone.expectToast('¡Descanso guardado!')
    await expect.poll(() => family.records()).toMatchObject([{ start_time: '13:00', end_time: '14:00' }])
  })

  test('an edit, and a deletion', async ({ phone, page, family }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '13:00', '14:00'))
    await phone.signIn()
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await fillDisk(page, 'all')
    await form.quality('Buena').check()
    await form.save.click()
    await phone.expectToast('Error', 'No se pudo actualizar el registro.')
    await expect(form.quality('Buena')).toBeChecked()
    await form.cancel.click()
    await phone.deleteRecord()
    await phone.expectToast('Error', 'No se pudo eliminar el registro.')
    await expect(phone.records).toContainText('13:00 – 14:00')
  })

  test('the end of a running sleep, and what is noted in it', async ({ phone, page, family }) => {
    await family.logs(sleep('siesta', TODAY, '15:00'))
    await phone.signIn()
    await fillDisk(page, 'all')
    await sleepForm(page).button('Más tomas').click()
    await phone.expectToast('Error', 'No se pudo actualizar el registro.')
    await phone.closeToast()
    await phone.goTo('Diario')
    await page.getByRole('button', { name: /^Terminar siesta/ }).click()
    await phone.expectToast('Error', 'No se pudo actualizar el registro.')
    await expect(page.getByText('Durmiendo desde 15:00')).toBeVisible()
  })

  test('what was noted in a sleep, once its end is stored', async ({ phone, page, family }) => {
    const form = sleepForm(page)
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.enterStart('13:00')
    await phone.expectToast('Hora de inicio guardada')
    await noteWithoutRoom(phone)
    await form.enterEnd('14:00')
    await refuseToStore(page, 'any after the first')
    await form.save.click()
    // The record is saved, so nothing says that it isn't.
    await phone.expectToast('Error', 'La hora de fin está guardada, pero lo último que anotaste no.')
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '14:00', feedings: 0 }])
    await expect(form.screen.getByText(/en otro móvil/)).toHaveCount(0)
    await phone.closeToast()
    // There is room for what is still to be stored. Meanwhile «+» is of the next sleep.
    await refuseToStore(page, 'insert')
    await phone.goTo('Diario')
    await phone.goTo('Añadir descanso')
    await expect(form.start).toHaveValue('16:20')
    await form.button('Seguir con ella').click()
    await expect(form.start).toHaveValue('13:00')
    await form.save.click()
    await phone.expectToast('¡Descanso actualizado!')
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '14:00', feedings: 1 }])
  })

  test('a note that was refused, whose sleep is ended in the diary, is offered as its edit', async ({
    phone,
    page,
    family,
  }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '15:00'))
    await phone.signIn()
    await noteWithoutRoom(phone)
    await phone.goTo('Diario')
    await page.getByRole('button', { name: /^Terminar siesta/ }).click()
    await phone.expectToast('¡Descanso actualizado!')
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '16:20', feedings: 0 }])
    await phone.closeToast()
    const diary = page.getByRole('region', { name: 'Diario', exact: true })
    await diary.getByRole('button', { name: 'Añadir descanso' }).click()
    await expect(form.start).toHaveValue('16:20')
    await expect(form.screen.getByText('Tienes a medias: Siesta de hoy')).toBeVisible()
    await phone.goTo('Diario')
    await phone.goTo('Añadir descanso')
    await expect(form.start).toHaveValue('16:20')
    await form.button('Seguir con ella').click()
    await expect(form.start).toHaveValue('15:00')
    await expect(form.feedings).toHaveValue('1')
    await form.save.click()
    await phone.expectToast('¡Descanso actualizado!')
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '16:20', feedings: 1 }])
  })

  test('a note of a form that gives way before it is refused', async ({ phone, page, family }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '15:00'), sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    await phone.goTo('Diario')
    const other = phone.records.filter({ hasText: '10:00' }).getByRole('button', { name: 'Editar' })
    const edit = await other.elementHandle()
    await phone.goTo('Añadir descanso')
    await fillDisk(page, 'all')
    await form.button('Más tomas').evaluate((more: HTMLElement, next) => {
      more.click()
      ;(next as HTMLElement).click()
    }, edit)
    await phone.expectToast('Error', 'No se pudo actualizar el registro.')
    await freeDisk(page)
    await expect(form.start).toHaveValue('10:00')
    await form.button('Seguir con ella').click()
    await expect(form.start).toHaveValue('15:00')
    await expect(form.feedings).toHaveValue('1')
    await form.save.click()
    await expect.poll(() => family.records()).toContainEqual(expect.objectContaining({ feedings: 1 }))
  })

  test('a sleep that was saved in two goes runs again with one undo', async ({ phone, page, family }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '15:00'))
    await phone.signIn()
    await noteWithoutRoom(phone)
    await form.enterEnd('16:00')
    await refuseToStore(page, 'any after the first')
    await form.save.click()
    await phone.expectToast('Error', 'La hora de fin está guardada, pero lo último que anotaste no.')
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '16:00', feedings: 0 }])
    await refuseToStore(page, 'insert')
    await form.save.click()
    await phone.expectToast('¡Descanso actualizado!')
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '16:00', feedings: 1 }])
    await page.getByRole('button', { name: 'Deshacer' }).click()
    // What was noted stays, as with any end that is taken back.
    await expect.poll(() => family.records()).toMatchObject([{ end_time: null, feedings: 1 }])
  })

  test('an undo', async ({ phone, page }) => {
    await phone.signIn()
    await phone.logWakeUp()
    await phone.expectToast('¡Despertar registrado!')
    await phone.holdToast()
    await fillDisk(page, 'all')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await phone.expectToast('Error', 'No se pudo eliminar el registro.')
    await expect(phone.records).toHaveCount(1)
  })
})
