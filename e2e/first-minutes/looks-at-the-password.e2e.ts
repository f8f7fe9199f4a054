import type { Locator } from '@playwright/test'
import { hold } from '../kit/answers.ts'
import { expect, test, WITH_MOTION } from '../kit/carer.ts'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

const caretOf = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])

test('at the login: the password is looked at with 1 tap, and the caret stays where it was', async ({
  phone,
  page,
  account,
}) => {
  await phone.open()
  const field = page.getByLabel('Contraseña')
  await field.fill(account.password)
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3))
  const show = page.getByRole('button', { name: 'Mostrar' })
  const box = await show.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  const before = await field.boundingBox()

  await show.tap()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue(account.password)
  await expect(field).toBeFocused()
  await expect.poll(() => caretOf(field)).toEqual([3, 3])
  await page.keyboard.type('x')
  await expect(field).toHaveValue(`${account.password.slice(0, 3)}x${account.password.slice(3)}`)
  await page.keyboard.press('Backspace')
  await expect.poll(async () => (await field.boundingBox())?.height).toBe(before?.height)
  // Password managers go by this field, and have to find it as it was.
  await expect(field).toHaveAttribute('autocomplete', 'current-password')
  await expect(field).toHaveAttribute('name', 'password')

  await page.getByRole('button', { name: 'Ocultar' }).tap()
  await expect(field).toHaveAttribute('type', 'password')
  await expect.poll(() => caretOf(field)).toEqual([3, 3])
})

test('while it is sent it is hidden, and shown again when it was wrong', async ({
  phone,
  page,
  context,
  account,
}) => {
  await phone.open()
  const release = await hold(context, '**/auth/v1/token**')
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await phone.enterPassword({ ...account, password: 'no-es-esta' })
  const field = page.getByLabel('Contraseña')
  await expect(page.getByRole('button', { name: 'Iniciando...' })).toBeVisible()
  await expect(field).toHaveAttribute('type', 'password')
  release()
  await phone.expectToast('Sign in Failed')
  await expect(field).toHaveAttribute('type', 'text')
})

test.describe('before the script is there', () => {
  // A service worker would bring the script at once, and these stories need it late.
  test.use({ serviceWorkers: 'block' })

  test('«Mostrar» is made up for when it comes, and nothing moves', async ({ page, context, server }) => {
    const release = await hold(context, '**/assets/index-*.js')
    await page.goto(server.url)
    const field = page.getByLabel('Contraseña')
    await field.fill('luna-y-manzanilla')
    const send = page.getByRole('button', { name: 'Iniciar Sesión' })
    const before = await send.boundingBox()
    await page.getByRole('button', { name: 'Mostrar' }).click()
    release()
    await expect(field).toHaveAttribute('type', 'text')
    await expect(field).toHaveValue('luna-y-manzanilla')
    await expect.poll(() => send.boundingBox()).toEqual(before)
  })
})

test('in «Cuenta» the rule stands under the field before anything is typed, and a refusal says which one', async ({
  carer,
  page,
}) => {
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const sheet = page.getByRole('dialog', { name: 'Cambiar contraseña' })
  const field = sheet.getByLabel('Contraseña nueva')
  const save = sheet.getByRole('button', { name: 'Guardar contraseña' })
  await expect(field).toHaveAccessibleDescription(/^Al menos 8 caracteres\./)

  await field.fill('luna')
  await save.click()
  await expect(field).toHaveAccessibleDescription(/tiene 4 caracteres y hacen falta al menos 8/)
  await expect(field).toBeFocused()
  await field.fill('12345678')
  await expect(field).toHaveAccessibleDescription(/^Al menos 8 caracteres\./)
  await save.click()
  await expect(field).toHaveAccessibleDescription(/Es fácil de adivinar/)
  await sheet.getByRole('button', { name: 'Mostrar' }).click()
  await field.fill('cuna-luna-y-manzanilla')
  await save.click()
  await carer.expectToast('Contraseña guardada')
})
