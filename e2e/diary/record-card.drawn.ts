import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'

const TODAY = '2025-08-11'

test.describe('a record card', () => {
  test('shows the type, the star, the times, the duration, the counts and what disturbed', async ({
    family,
    phone,
  }) => {
    const night = {
      ...sleep('noche', '2025-08-10', '20:50', '08:20', 'mala'),
      wake_ups: 3,
      feedings: 2,
      diaper_changes: 1,
      disturbances: ['fever', 'reducedAppetite'],
    }
    await family.logs(night)
    await family.logs(sleep('siesta', '2025-08-10', '16:55', '17:30', 'regular'))
    await family.logs(sleep('siesta', '2025-08-10', '12:00', '13:05', 'buena'))
    await family.logs(sleep('siesta', '2025-08-10', '09:00', '10:00'))
    await family.logs(wakeUp('2025-08-10', '07:30'))
    await phone.signIn()
    await phone.page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
    await expect(phone.records).toHaveCount(5)
    const [nightCard, short, good, plain, morning] = [0, 1, 2, 3, 4].map((index) => phone.records.nth(index))
    if (!nightCard || !short || !good || !plain || !morning) throw new Error('Five cards')

    await expect(nightCard.getByRole('heading', { name: 'Noche' })).toBeVisible()
    await expect(nightCard.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
    await expect(nightCard).toContainText('20:50 – 08:20')
    await expect(nightCard).toContainText('11h 30m')
    await expect(nightCard.getByRole('term')).toHaveText(['Despertares', 'Tomas', 'Pañales'])
    await expect(nightCard.getByRole('definition')).toHaveText(['3', '2', '1'])
    await expect(nightCard.getByRole('listitem')).toHaveText(['Fiebre o enfermedad', 'Apetito reducido'])
    await expect(nightCard.getByRole('listitem').locator('svg').first()).toBeVisible()

    await expect(short.getByRole('heading', { name: 'Siesta' })).toBeVisible()
    await expect(short.getByRole('img', { name: 'Calidad: Regular' })).toBeVisible()
    await expect(short).toContainText('35m')
    await expect(good.getByRole('img', { name: 'Calidad: Buena' })).toBeVisible()
    await expect(plain.getByRole('img')).toHaveCount(0)
    await expect(plain.getByRole('listitem')).toHaveCount(0)

    await expect(morning.getByRole('heading', { name: 'Despertar' })).toBeVisible()
    await expect(morning).toContainText('Hora: 07:30')
    for (const card of [nightCard, short, good, plain]) {
      await expect(card.getByRole('button', { name: 'Editar' })).toBeVisible()
      await expect(card.getByRole('button', { name: 'Eliminar' })).toBeVisible()
    }
    await expect(morning.getByRole('button', { name: 'Editar' })).toBeHidden()
    await expect(morning.getByRole('button', { name: 'Eliminar' })).toBeVisible()
    await expect(phone.page.getByText('Sueño total del día').locator('..')).toContainText('14h 10m')
  })

  test('is deleted only after a question', async ({ family, phone, page }) => {
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    const remove = phone.records.getByRole('button', { name: 'Eliminar' })
    const dialog = page.getByRole('alertdialog', { name: '¿Estás seguro?' })
    await remove.click()
    await expect(dialog).toContainText(
      'Esta acción no se puede deshacer. Esto eliminará permanentemente el registro de sueño.',
    )
    await expect(dialog.getByRole('button')).toHaveText(['Cancelar', 'Eliminar'])
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
    await expect(phone.records).toHaveCount(1)
    await remove.click()
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await phone.expectToast('Registro eliminado', 'El registro de sueño ha sido eliminado correctamente.')
    await expect(phone.records).toHaveCount(0)
    await expect.poll(() => family.records()).toEqual([])
  })
})
