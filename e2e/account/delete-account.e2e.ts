import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { hold } from '../kit/answers.ts'
import { type Carer, expect, openTab, test } from '../kit/carer.ts'
import { expireToken } from '../kit/phone-session.ts'
import type { Account } from '../kit/server-process.ts'

const RPC = '**/rest/v1/rpc/delete_my_account'

async function openDialog(carer: Carer): Promise<Locator> {
  await carer.goTo('Plan')
  await carer.page.getByRole('button', { name: 'Eliminar la cuenta' }).press('Enter')
  const dialog = carer.page.getByRole('alertdialog', { name: '¿Eliminar la cuenta?' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function fillIn(dialog: Locator, { email, password }: Account): Promise<void> {
  await dialog.getByLabel('Escribe tu email para confirmarlo').fill(email)
  await dialog.getByLabel('Tu contraseña').fill(password)
}

const confirm = (dialog: Locator) => dialog.getByRole('button', { name: 'Eliminar todo' })

/** Gives the account something that its deletion takes away. */
async function logWakeUp(carer: Carer): Promise<void> {
  await carer.logWakeUp()
  await carer.expectToast('¡Despertar registrado!')
}

/** Expects the login, which says why, and nothing of the family left on the phone. */
async function expectGone(carer: Carer): Promise<void> {
  const { page } = carer
  // First what goes by itself.
  await carer.expectToast('Cuenta eliminada', 'En este dispositivo no queda nada.')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect.poll(() => whatIsKept(page)).toEqual([])
}

/** Lists what the app still keeps on this phone; the theme is the phone's own and left out. */
function whatIsKept(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () => [
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...Object.keys(localStorage).filter((key) => /auth|wipe|ended/.test(key)),
  ])
}

test('while the account is deleted, the dialog stays however often Escape is pressed', async ({
  carer,
  account,
  context,
}) => {
  const dialog = await openDialog(carer)
  await fillIn(dialog, account)
  const release = await hold(context, RPC)
  await confirm(dialog).click()
  const busy = dialog.getByRole('button', { name: 'Eliminando...' })
  for (const _ of [1, 2, 3]) await carer.page.keyboard.press('Escape')
  await expect(busy).toBeVisible()
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  release()
  await expectGone(carer)
})

test('deleting asks for the email and the password; then the account is gone, on the other phone too', async ({
  carer,
  account,
  newPhone,
}) => {
  const { page } = carer
  await logWakeUp(carer)
  const other = await newPhone()
  await expect(other.records).toHaveCount(1)

  const dialog = await openDialog(carer)
  await expect(dialog).toContainText(
    'Se borrarán para siempre los datos de tu bebé, el plan y todos los registros',
  )
  await expect(confirm(dialog)).toBeDisabled()
  await fillIn(dialog, { ...account, email: `x${account.email}` })
  await expect(confirm(dialog)).toBeDisabled()
  await page.keyboard.press('Enter')
  await fillIn(dialog, { email: ` ${account.email.toUpperCase()}`, password: '' })
  await expect(confirm(dialog)).toBeDisabled()

  await dialog.getByLabel('Tu contraseña').fill('otra-cosa')
  await confirm(dialog).click()
  await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible()
  await expect(dialog.getByLabel('Tu contraseña')).toBeFocused()
  await carer.reload()
  await carer.goTo('Diario')
  await expect(carer.records).toHaveCount(1)

  await fillIn(await openDialog(carer), account)
  await confirm(dialog).click()
  await Promise.all([expectGone(carer), expectGone(other)])

  await carer.enterPassword()
  await carer.expectToast('Sign in Failed', 'El email o la contraseña no son correctos.')
})

test('a phone that was off finds out when it wakes, its unsent records included', async ({
  carer,
  account,
  server,
  newPhone,
}) => {
  const other = await newPhone()
  await expect(other.page.getByRole('heading', { name: 'Hoy' })).toBeVisible()
  const phone = other.page.context()
  await phone.setOffline(true)
  await logWakeUp(other)
  // By the time the phone wakes its token has run out too, so it has nothing left to ask the server with.
  await expireToken(other.page)
  await other.page.close()
  const dialog = await openDialog(carer)
  await fillIn(dialog, account)
  await confirm(dialog).click()
  await expectGone(carer)

  await phone.setOffline(false)
  const awake = await openTab(phone, server, account)
  await expectGone(awake)
})

test('a phone that went off before it could ask does so at its next start', async ({
  carer,
  account,
  server,
  newPhone,
}) => {
  const other = await newPhone()
  await expect(other.page.getByRole('heading', { name: 'Hoy' })).toBeVisible()
  const phone = other.page.context()
  await phone.route('**/rest/v1/rpc/account_exists', (route) => route.abort('internetdisconnected'))
  const dialog = await openDialog(carer)
  await fillIn(dialog, account)
  await confirm(dialog).click()
  await expectGone(carer)
  await expect(other.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await other.page.close()

  await phone.unroute('**/rest/v1/rpc/account_exists')
  const awake = await openTab(phone, server, account)
  await expectGone(awake)
})

test('what the administrator deletes is gone from the phone as well', async ({ carer, account, server }) => {
  await logWakeUp(carer)
  await Promise.all([server.admin('delete-user', account.email, '--yes'), expectGone(carer)])
})

test('a session that only ended keeps the phone’s copy, and says nothing of a deletion', async ({
  carer,
  newPhone,
}) => {
  await logWakeUp(carer)
  const other = await newPhone()
  const answered = carer.page.waitForResponse('**/rest/v1/rpc/account_exists')
  await other.goTo('Plan')
  await other.page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
  await other.page.getByRole('button', { name: 'Cerrar sesiones' }).click()
  await expect(carer.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await answered
  // The mark of the ended session goes with the answer, after whatever is said of it.
  await expect.poll(() => whatIsKept(carer.page)).not.toContainEqual(expect.stringMatching(/^nana-ended:/))
  expect(await whatIsKept(carer.page)).toContainEqual(expect.stringMatching(/^nana-[0-9a-f-]{36}$/))
  await expect(carer.page.locator('[data-toast]')).toHaveCount(0)
  await carer.signInByForm()
  await expect(carer.records).toHaveCount(1)
})

test('without a network the dialog says so, and nothing is deleted; the unsent records are told', async ({
  carer,
  account,
  context,
}) => {
  const { page } = carer
  await openDialog(carer)
  await page.keyboard.press('Escape')
  await carer.goTo('Diario')
  await carer.loseApi()
  await context.setOffline(true)
  await logWakeUp(carer)
  const dialog = await openDialog(carer)
  await fillIn(dialog, account)
  await expect(dialog.getByText('Para eliminar la cuenta hace falta conexión.')).toBeVisible()
  await expect(dialog.getByText('En este móvil hay 1 registro sin enviar: también se perderá.')).toBeVisible()
  await expect(confirm(dialog)).toBeDisabled()
  await context.setOffline(false)
  await carer.regainApi()
  await expect(dialog.getByText('Para eliminar la cuenta hace falta conexión.')).toBeHidden()
  await expect(confirm(dialog)).toBeEnabled()
})

test('a deletion that fails deletes nothing, here or there', async ({ carer, account, context }) => {
  await logWakeUp(carer)
  await context.route(RPC, (route) => route.abort('connectionreset'))
  const dialog = await openDialog(carer)
  await fillIn(dialog, account)
  await confirm(dialog).click()
  await carer.expectToast('No se ha podido eliminar la cuenta', 'No se ha borrado nada.')
  await expect(confirm(dialog)).toBeEnabled()
  await context.unroute(RPC)
  await carer.reload()
  await carer.goTo('Diario')
  await expect(carer.records).toHaveCount(1)
})

test('a deletion whose answer was lost is found out', async ({ carer, account, context }) => {
  await context.route(RPC, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const dialog = await openDialog(carer)
  await fillIn(dialog, account)
  await confirm(dialog).click()
  await expectGone(carer)
})

test('a deletion whose answer was lost, with nobody to ask, is no promise that nothing was deleted', async ({
  carer,
  account,
  context,
  newTab,
}) => {
  const EXISTS = '**/rest/v1/rpc/account_exists'
  await context.route(EXISTS, (route) => route.abort('connectionreset'))
  await context.route(RPC, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const dialog = await openDialog(carer)
  await fillIn(dialog, account)
  await confirm(dialog).click()
  await carer.expectToast('No sabemos si se ha eliminado', 'Si la cuenta ya no existe, se cerrará aquí')
  // A page that is open asks again by itself, and would go to the login in the middle of another start.
  await carer.page.close()
  await context.unroute(EXISTS)
  await expectGone(await newTab())
})

test('the card and the dialog are accessible and fit a 320 px phone', async ({ carer, account }) => {
  const { page } = carer
  await page.setViewportSize({ width: 320, height: 640 })
  await carer.goTo('Plan')
  await expectAccessible(page)
  const dialog = await openDialog(carer)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await fillIn(dialog, { ...account, password: 'x' })
  await confirm(dialog).click()
  await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible()
  await expectAccessible(page)
  await expectFitsWidth(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Eliminar la cuenta' })).toBeFocused()
})
