import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible.ts'
import { expect, test, WITH_MOTION } from '../kit/carer.ts'
import { lastShift, watchForShifts } from '../kit/layout-shift.ts'

test.use(WITH_MOTION)

const NEW_PASSWORD = 'cuna-luna-y-manzanilla'
const TITLE = 'Tu contraseña la eligió otra persona'
const hint = (page: Page) => page.getByRole('region', { name: TITLE })

test('an account that the operator made finds its diary at once, and below a day that has begun an offer to choose a password', async ({
  phone: carer,
  page,
  server,
  newPhone,
}, info) => {
  const account = { email: `given-${info.testId}@example.org`, password: 'siesta-larga-y-buena' }
  await server.admin('create-user', account.email, '--password', account.password)
  await page.addInitScript(watchForShifts)
  await carer.signIn(account)
  await expect(page.getByLabel('A qué hora despertó?')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(hint(page)).toBeHidden()
  await carer.logWakeUp()
  await expect(hint(page)).toBeVisible()
  await carer.reload()
  await expect(hint(page)).toBeVisible()
  expect(await lastShift(page)).toBeUndefined()
  await expectAccessible(page)

  const other = await newPhone()
  await other.signOut()
  await other.signInHere(account)
  await hint(other.page).getByRole('button', { name: 'Ahora no' }).click()
  await expect(hint(other.page)).toBeHidden()
  await expect(other.page.getByRole('heading', { name: 'Hoy' })).toBeFocused()
  await other.reload()
  await expect(other.records).toHaveCount(1)
  await expect(hint(other.page)).toBeHidden()
  await other.goTo('Plan')
  await expect(other.page.getByText(TITLE)).toBeVisible()

  await hint(page).getByRole('button', { name: 'Elegir la mía' }).click()
  const sheet = page.getByRole('dialog', { name: 'Elige tu contraseña' })
  await sheet.getByRole('button', { name: 'Cancelar' }).click()
  await expect(hint(page)).toBeVisible()
  await hint(page).getByRole('button', { name: 'Elegir la mía' }).click()
  await sheet.getByLabel('Contraseña nueva').fill(NEW_PASSWORD)
  await sheet.getByRole('button', { name: 'Guardar contraseña' }).click()
  await carer.expectToast('Contraseña guardada')
  await expect(hint(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Hoy' })).toBeFocused()
  await carer.goTo('Plan')
  await expect(page.getByRole('button', { name: 'Cambiar contraseña' })).toBeVisible()
  await expect(page.getByText(TITLE)).toBeHidden()
  await carer.signOut()
  await carer.signInHere({ email: account.email, password: NEW_PASSWORD })
  await expect(carer.records).toHaveCount(1)
  await expect(hint(page)).toBeHidden()
})

test('an account of somebody’s own is offered nothing', async ({ carer, page }) => {
  await carer.logWakeUp()
  await expect(carer.records).toHaveCount(1)
  await expect(hint(page)).toBeHidden()
  await carer.goTo('Plan')
  await expect(page.getByRole('button', { name: 'Cambiar contraseña' })).toBeVisible()
  await expect(page.getByText(TITLE)).toBeHidden()
})
