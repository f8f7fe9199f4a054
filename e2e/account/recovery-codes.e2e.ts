import type { Locator, Page } from '@playwright/test'
import { totpCode } from '../../server/testing/totp-code.ts'
import { expectAccessible } from '../kit/accessible.ts'
import { type Carer, expect, test } from '../kit/carer.ts'

const toggle = (page: Page) => page.getByRole('switch', { name: 'Verificación en dos pasos' })
const sheet = (page: Page) => page.getByRole('alertdialog', { name: 'Códigos de recuperación' })

async function shownIn(codes: Locator): Promise<string[]> {
  await expect(codes.locator('code')).toHaveCount(10)
  return codes.locator('code').allTextContents()
}

/** Turns the second factor on; the sheet of codes stands open then. */
async function turnOn(carer: Carer): Promise<void> {
  const { page } = carer
  await carer.goTo('Plan')
  await toggle(page).click()
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  await page.getByLabel('Código de seis números').fill(totpCode(secret))
}

test('who lost the application comes in by a code that was written down, once, and turns the factor off', async ({
  carer,
  page,
  context,
  account,
}) => {
  await turnOn(carer)
  const first = await shownIn(sheet(page))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sheet(page).getByRole('button', { name: 'Copiar' }).click()
  await expect(sheet(page).getByRole('button', { name: 'Copiados' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Códigos copiados' })).toBeAttached()
  // The sheet fills a small phone: a toast would lie over its title.
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(first)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('dialog code').first()).toBeVisible()
  await expect(page.getByText('Códigos de recuperación de Nana')).toBeVisible()
  await expect(toggle(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await carer.expectToast('Verificación activada')

  // New ones take their place, so that is asked first.
  await page.getByRole('button', { name: 'Códigos de recuperación nuevos' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Crear códigos nuevos?' })
  await expect(question).toContainText('dejarán de servir')
  await question.getByRole('button', { name: 'Crear códigos' }).click()
  const codes = await shownIn(sheet(page))
  expect(codes.filter((code) => first.includes(code))).toEqual([])
  await sheet(page).getByRole('button', { name: 'Ya los tengo' }).click()

  await carer.signOut()
  await carer.enterPassword(account)
  await page.getByRole('button', { name: 'He perdido la aplicación: usar un código de recuperación' }).click()
  const field = page.getByLabel('Código de recuperación')
  await expect(field).toBeFocused()
  await field.fill(first[0] ?? '')
  await field.press('Enter')
  await carer.expectToast('No se pudo entrar', 'Ese código no vale, o ya se usó.')
  await expect(field).toBeFocused()
  await field.fill((codes[0] ?? '').replaceAll('-', '').toUpperCase())
  await field.press('Enter')
  await expect(carer.tabBar).toBeVisible()
  await carer.reload()
  await expect(carer.tabBar).toBeVisible()

  await carer.goTo('Plan')
  await toggle(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await carer.expectToast('Verificación desactivada')
  await expect(page.getByRole('button', { name: 'Códigos de recuperación nuevos' })).toBeHidden()
})

test('without its recovery codes the second factor is on all the same, and says where they are made', async ({
  carer,
  page,
}) => {
  await page.route('**/auth/v1/recovery_codes', (route) => route.abort())
  await turnOn(carer)
  await carer.expectToast('Verificación activada', 'Solo faltan los códigos de recuperación')
  await expect(toggle(page)).toBeChecked()
  await page.unroute('**/auth/v1/recovery_codes')
  await page.getByRole('button', { name: 'Códigos de recuperación nuevos' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Crear códigos' }).click()
  expect(await shownIn(sheet(page))).toHaveLength(10)
})

test('who lost the application deletes the account with a code that was written down', async ({
  carer,
  page,
  account,
}) => {
  await turnOn(carer)
  const [code = ''] = await shownIn(sheet(page))
  await sheet(page).getByRole('button', { name: 'Ya los tengo' }).click()

  await page.getByRole('button', { name: 'Eliminar la cuenta' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: '¿Eliminar la cuenta?' })
  await dialog.getByLabel('Escribe tu email para confirmarlo').fill(account.email)
  await dialog.getByLabel('Tu contraseña').fill(account.password)
  await dialog.getByRole('button', { name: /^He perdido la aplicación/ }).click()
  const confirm = dialog.getByRole('button', { name: 'Eliminar todo' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Código de recuperación').fill('aaaa-bbbb-cccc-dddd')
  await confirm.click()
  await carer.expectToast('No se ha podido eliminar la cuenta', 'Ese código no vale, o ya se usó.')
  await dialog.getByLabel('Código de recuperación').fill(code)
  await expectAccessible(page)
  await confirm.click()
  await carer.expectToast('Cuenta eliminada')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})
