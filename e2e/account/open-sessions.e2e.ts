import { expectAccessible } from '../kit/accessible.ts'
import { expect, test } from '../kit/carer.ts'

test('who looks where the account is signed in ends one session, and keeps this one and the rest', async ({
  carer,
  newPhone,
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 })
  const partner = await newPhone()
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Sesiones abiertas' }).click()
  const sheet = page.getByRole('dialog', { name: 'Sesiones abiertas' })
  const sessions = sheet.getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  const own = sessions.filter({ hasText: 'Esta sesión' })
  await expect(own).toHaveCount(1)
  await expect(own).toContainText(/Chrome en \w+/)
  await expect(own).toContainText(/Empezó el \d/)
  await expect(own).toContainText(/Último uso: \d/)
  await expect(own.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)

  await sheet.getByRole('button', { name: /^Cerrar la sesión de Chrome en / }).click()
  const question = page.getByRole('alertdialog', { name: /^¿Cerrar la sesión de Chrome en / })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cerrar sesión' }).click()
  await carer.expectToast('Sesión cerrada')
  await expect(sessions).toHaveCount(1)
  await expect(sheet.getByRole('list', { name: 'Sesiones abiertas' })).toBeFocused()
  await expect(partner.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible({ timeout: 40_000 })
  await sheet.getByRole('button', { name: 'Listo' }).click()
  await carer.reload()
  await expect(carer.tabBar).toBeVisible()
})

test('without a network the list says so, and closes', async ({ carer, page }) => {
  await carer.goTo('Plan')
  await expect(page.getByRole('button', { name: 'Sesiones abiertas' })).toBeVisible()
  await carer.loseApi()
  await page.getByRole('button', { name: 'Sesiones abiertas' }).click()
  await carer.expectToast('No se han podido cargar tus sesiones', 'No hay conexión con el servidor.')
  await expect(page.getByRole('dialog', { name: 'Sesiones abiertas' })).toBeHidden()
})

test('«Cerrar las demás sesiones» says what becomes of a lost phone', async ({ carer, page }) => {
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Un móvil perdido borra el diario y pide la contraseña en cuanto se abre la app con conexión',
  )
})

test.describe('an iPad, whose browser calls itself a Mac’s', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  })

  test('is named an iPad', async ({ phone, page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 }))
    await phone.signInByForm()
    await phone.goTo('Plan')
    await page.getByRole('button', { name: 'Sesiones abiertas' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toContainText('Safari en iPad')
  })
})
