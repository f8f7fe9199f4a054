import type { Page } from '@playwright/test'
import { type Carer, expect, test, WITH_MOTION } from '../kit/carer.ts'

test.use(WITH_MOTION)

const toasts = (page: Page) => page.locator('[data-toast]')

/** Saves the wake-up, whose toast offers to undo it. */
async function saveWakeUp(carer: Carer): Promise<void> {
  await carer.logWakeUp()
  await carer.expectToast('¡Despertar registrado!')
}

test('only one is shown at a time: the newest toast', async ({ carer, page }) => {
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('Error', 'Por favor, introduce una hora.')
  await saveWakeUp(carer)
  await expect(toasts(page)).toHaveCount(1)
  await expect(page.getByText('Por favor, introduce una hora.')).toBeHidden()
})

test.describe('a toast by the clock', () => {
  test('the one about the connection stays for 10 seconds', async ({ phone: carer, page, context }) => {
    await context.route(/\/rest\/v1\//, (route) => route.abort('internetdisconnected'))
    await page.clock.install()
    await carer.signIn()
    await carer.expectToast('Error de Conexión')
    await carer.stopClock()
    await page.clock.runFor(5500)
    await expect(toasts(page)).toContainText(
      'No se pudieron cargar tus datos. Por favor, revisa tu conexión y refresca la página.',
    )
    await page.clock.runFor(4600)
    await expect(toasts(page)).toHaveCount(0)
  })
})

test('a toast over an open dialog is in reach, and says its piece there', async ({ phone: carer, page }) => {
  await carer.open()
  await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
  await page.getByRole('button', { name: 'Enviar Solicitud' }).click()
  await carer.expectToast('Error', 'Por favor, introduce tu email.')
  await toasts(page).getByRole('button', { name: 'Cerrar' }).click()
  await expect(toasts(page)).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
})
