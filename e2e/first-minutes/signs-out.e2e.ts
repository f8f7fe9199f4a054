import { expect, test } from '../kit/carer.ts'

test.use({ viewport: { width: 375, height: 667 } })

test('signing out asks once: 2 taps, and a stray one costs nothing', async ({ carer, page }) => {
  await carer.logWakeUp()
  await expect(carer.records).toHaveCount(1)
  await carer.whenAllSent()
  const question = page.getByRole('alertdialog', { name: '¿Cerrar sesión?' })

  await carer.seenButton('Cerrar sesión').tap()
  await expect(question).toContainText('Todo está enviado y sigue en la cuenta.')
  // The safe answer has the focus, so that a stray Enter costs nothing.
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(carer.records).toHaveCount(1)

  await carer.seenButton('Cerrar sesión').tap()
  await question.getByRole('button', { name: 'Cerrar sesión' }).tap()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('with something unsent it asks once too, and waiting without a network doesn’t say «Enviando...»', async ({
  carer,
  page,
}) => {
  await carer.loseApi()
  await carer.logWakeUp()
  await expect(carer.seen('Sin conexión · 1 registro por enviar')).toBeVisible()
  await carer.seenButton('Cerrar sesión').tap()
  const question = page.getByRole('alertdialog', { name: 'Hay cambios sin enviar' })
  await question.getByRole('button', { name: 'Esperar' }).tap()
  await expect(question.getByRole('button', { name: 'Esperando conexión...' })).toBeVisible()
  await expect(page.getByText('Enviando...')).toHaveCount(0)
  await carer.regainApi()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})
