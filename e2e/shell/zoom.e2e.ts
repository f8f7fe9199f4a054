import { expect, WITH_MOTION } from '../kit/carer.ts'
import { expectNothingLost, expectNothingLostInAnyReading, READINGS, setText } from '../kit/nothing-lost.ts'
import { test } from '../kit/seed.ts'

test.use(WITH_MOTION)

for (const { what, width, height, ...reading } of READINGS) {
  test.describe(what, () => {
    test.beforeEach(async ({ page }) => {
      await page.setViewportSize({ width, height })
    })

    test('loses nothing of the login and its dialog', async ({ phone, page }) => {
      await phone.open()
      await setText(page, reading)
      await expectNothingLost(page)
      await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
      await expectNothingLost(page)
      await page.getByRole('button', { name: 'Enviar Solicitud' }).click()
      await phone.expectToast('Error')
      await expectNothingLost(page)
    })
  })
}

test('however it is read, nothing is lost of what the network holds back', async ({ phone, page }) => {
  await phone.signIn()
  await phone.loseApi()
  await phone.logWakeUp()
  await expect(phone.seen('Sin conexión')).toBeVisible()
  await expectNothingLostInAnyReading(page)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNothingLostInAnyReading(page)
})
