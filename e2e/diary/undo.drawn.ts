import { expect } from '../kit/carer.ts'
import type { DrawnFamily } from '../kit/drawn/drawn-family.ts'
import { type DrawnCarer, test } from '../kit/drawn/drawn-story.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

/** Ends a nap of 15:50 on the head of the diary: it is 16:20. */
async function endNap(phone: DrawnCarer, family: DrawnFamily): Promise<void> {
  await family.logs(sleep('siesta', '2025-08-11', '15:50'))
  await phone.signIn()
  await phone.goTo('Diario')
  await phone.page.getByRole('button', { name: /^Terminar siesta/ }).tap()
  await phone.expectToast('¡Descanso actualizado!')
  await phone.holdToast()
}

test.describe('one tap undoes', () => {
  test('a start by mistake: the form is as before, and so is the diary', async ({ carer, page }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    await form.quality('Buena').check()
    await form.confirmStart.tap()
    await carer.expectToast('Hora de inicio guardada')
    await carer.holdToast()
    await expect(form.start).toHaveAttribute('readonly')
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(form.start).not.toHaveAttribute('readonly')
    await expect(form.start).toHaveValue('16:20')
    await expect(form.quality('Buena')).toBeChecked()
    await carer.goTo('Diario')
    await expect(page.getByRole('heading', { name: 'A qué hora despertó?' })).toBeVisible()
    await expect(carer.records).toHaveCount(0)
    await expect(page.getByText(/^Durmiendo/)).toBeHidden()
    await carer.goTo('Añadir descanso')
    await expect(form.quality('Buena')).toBeChecked()
  })

  test('an end by mistake: the sleep runs on', async ({ family, phone, page }) => {
    await endNap(phone, family)
    await expect.poll(async () => (await family.records())[0]?.end_time).toBe('16:20')
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(page.getByText('Durmiendo desde 15:50')).toBeVisible()
    await expect.poll(async () => (await family.records())[0]?.end_time).toBe(null)
  })

  test('an end whose start the partner has corrected since: both times stay, and that is said', async ({
    family,
    phone,
    page,
  }) => {
    await endNap(phone, family)
    const records = await family.records()
    await family.tell({ records: records.map((record) => ({ ...record, start_time: '15:40' })) })
    await expect(phone.records).toContainText('15:40 – 16:20')
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await phone.expectToast('No se ha deshecho todo', 'No se deshace lo siguiente: las horas.')
    // No tick stands beside it.
    await expect(page.locator('[data-toast=failure]')).toContainText('No se ha deshecho todo')
    await expect(phone.records).toContainText('15:40 – 16:20')
  })

  test('a deletion: what the partner has corrected while it was asked about comes back too', async ({
    family,
    phone,
    page,
  }) => {
    await family.logs(sleep('siesta', '2025-08-11', '13:00', '14:00'))
    await phone.signIn()
    await phone.records.getByRole('button', { name: 'Eliminar' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    const records = await family.records()
    await family.tell({ records: records.map((record) => ({ ...record, end_time: '14:30' })) })
    await expect.poll(async () => (await family.records()).map(({ end_time }) => end_time)).toEqual(['14:30'])
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await phone.expectToast('Registro eliminado')
    await phone.holdToast()
    await expect(phone.records).toHaveCount(0)
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(phone.records).toContainText('13:00 – 14:30')
  })

  test('a new record: the whole entry is gone', async ({ carer, page, family }) => {
    const form = sleepForm(page)
    await carer.goTo('Añadir descanso')
    await form.enterStart('13:00')
    await form.enterEnd('14:00')
    await form.save.click()
    await carer.expectToast('¡Descanso guardado!')
    await carer.holdToast()
    await expect(carer.records).toHaveCount(1)
    await expect.poll(async () => (await family.records()).length).toBe(1)
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(carer.records).toHaveCount(0)
    await expect.poll(async () => (await family.records()).length).toBe(0)
  })

  test('an edit: the record says what it said before', async ({ family, phone, page }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', '2025-08-11', '13:00', '14:00', 'buena'))
    await phone.signIn()
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await form.confirmEnd.click()
    await form.enterEnd('14:30')
    await form.quality('Mala').check()
    await form.save.click()
    await phone.expectToast('¡Descanso actualizado!')
    await phone.holdToast()
    await expect(phone.records).toContainText('13:00 – 14:30')
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(phone.records).toContainText('13:00 – 14:00')
    await expect(phone.records).toContainText('1h 0m')
    await expect(phone.records.getByRole('img', { name: 'Calidad: Buena' })).toBeVisible()
  })

  test('a merge whose entry the partner has deleted since: only the other one comes back', async ({
    family,
    phone,
    page,
  }) => {
    const TODAY = '2025-08-11'
    await family.logs(sleep('siesta', TODAY, '13:00', '14:00'), sleep('siesta', TODAY, '13:05', '14:00'))
    await phone.signIn()
    await page.getByRole('button', { name: 'Unir en una' }).tap()
    await phone.expectToast('Registros unidos')
    await phone.holdToast()
    await expect(phone.records).toHaveCount(1)
    await family.forgets({ date: TODAY })
    await expect(phone.records).toHaveCount(0)
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(phone.records).toHaveCount(1)
    await expect(page.locator('[data-toast=failure]')).toHaveCount(0)
  })

  test('a wake-up: the day asks again', async ({ carer, page }) => {
    await page.getByLabel('A qué hora despertó?').fill('08:20')
    await page.getByRole('button', { name: 'Guardar', exact: true }).tap()
    await carer.expectToast('¡Despertar registrado!')
    await carer.holdToast()
    await expect(carer.records).toHaveCount(1)
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(carer.records).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'A qué hora despertó?' })).toBeVisible()
  })
})
