import { expect } from '../kit/carer.ts'
import { test, wakeUp } from '../kit/seed.ts'

const TODAY = '2025-08-11'

test.use({ viewport: { width: 375, height: 667 } })

test.describe('a wake-up', () => {
  test('moves to another day, offline too; a time that is missing is asked for', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    await family.logs(wakeUp(TODAY, '08:20'))
    await phone.signIn()
    await phone.loseApi()
    await phone.records.getByRole('button', { name: 'Cambiar la hora: 08:20' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar el despertar' })
    await dialog.getByLabel('Hora', { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await phone.expectToast('Error', 'Por favor, introduce una hora.')
    await dialog.getByLabel('Hora', { exact: true }).fill('08:10')
    await dialog.getByLabel('Fecha').fill('2025-08-10')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await phone.expectToast('Despertar cambiado', 'Domingo 10, 08:10')
    await expect(phone.records).toHaveCount(0)
    await phone.regainApi()
    await expect.poll(() => family.records()).toMatchObject([{ date: '2025-08-10', time: '08:10' }])
  })
})
