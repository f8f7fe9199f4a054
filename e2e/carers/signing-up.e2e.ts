import { expectAccessible } from '../kit/accessible.ts'
import { carersOf, expect, heading, invite, test } from './household.ts'

test.use({ viewport: { width: 375, height: 667 } })

const PASSWORD = 'cuna-luna-y-manzanilla'

test('whoever has no account makes one by the link, and is in the diary', async ({
  carer,
  otherPhone,
}, info) => {
  const link = await invite(carer, 'Abuela')
  const { page } = await otherPhone()
  await page.goto(link)
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(`nueva-${info.testId}@example.org`)
  await page.getByLabel('Contraseña nueva').fill('luna')
  await page.getByLabel('Contraseña nueva').press('Enter')
  await expect(page.getByLabel('Contraseña nueva')).toHaveAccessibleDescription(/^Es demasiado corta/)
  await expect(page.getByLabel('Contraseña nueva')).toBeFocused()
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await page.getByLabel('Contraseña nueva').fill(PASSWORD)
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
  await expect(page.locator('[data-toast]')).toContainText('Este es el de Lucía.')
  await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible()
  await carer.goTo('Diario')
  await carer.goTo('Plan')
  await expect(carersOf(carer).person('Abuela')).toBeVisible()
})

test('an address that has an account is told so', async ({ carer, otherPhone, grandmother }) => {
  const link = await invite(carer, 'Abuela')
  const { page } = await otherPhone()
  await page.goto(link)
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
  await page.getByLabel('Email').fill(grandmother.email)
  await page.getByLabel('Contraseña nueva').fill(PASSWORD)
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
  await expect(page.locator('[data-toast]')).toContainText('Sign up Failed')
  await expect(page.locator('[data-toast]')).toContainText('Ese email ya tiene cuenta.')
  await page.getByRole('button', { name: 'Volver' }).click()
  await expect(heading(page, 'Te invitan a cuidar de Lucía')).toBeVisible()
})

test('going back from the new account leads to the invitation', async ({ carer, otherPhone }, info) => {
  const link = await invite(carer, 'Abuela')
  const { page } = await otherPhone()
  await page.goto(link)
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
  await page.getByLabel('Email').fill(`nueva-${info.testId}@example.org`)
  await page.goBack()
  await expect(heading(page, 'Te invitan a cuidar de Lucía')).toBeVisible()
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
})
