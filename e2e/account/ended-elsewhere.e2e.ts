import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { type Carer, expect } from '../kit/carer.ts'
import { endSession, whatIsKept } from '../kit/phone-session.ts'
import { test, wakeUp } from '../kit/seed.ts'

test.use({ viewport: { width: 375, height: 667 } })

/** The other phone hears of it only with its next question to the server. */
const SOON = { timeout: 40_000 }
const YESTERDAY = '2025-08-10'

async function closeOthers(carer: Carer): Promise<void> {
  await carer.goTo('Plan')
  await carer.page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
  await carer.page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesiones' }).click()
  await carer.expectToast('Solo queda esta sesión')
}

test('a phone that was closed from elsewhere loses its diary, says so, and has it back after signing in', async ({
  carer,
  newPhone,
  family,
}) => {
  await family.logs(wakeUp(YESTERDAY, '07:10'))
  const lost = await newPhone()
  await lost.logWakeUp('08:20')
  await lost.whenAllSent()
  await closeOthers(carer)
  const { page } = lost
  const told = page.getByText(
    'Se cerró la sesión desde otro dispositivo. Vuelve a entrar: el diario ya no está en este dispositivo, y volverá al entrar.',
  )
  await expect(told).toBeVisible(SOON)
  await expect(page.getByRole('button', { name: 'Borrar lo no enviado' })).toHaveCount(0)
  await expect.poll(() => whatIsKept(page)).toEqual({})
  await expectAccessible(page)
  await expectFitsWidth(page)
  await page.reload()
  await expect(told).toBeVisible()
  await lost.signInHere()
  await expect(lost.records).toContainText('Hora: 08:20')
})

/** The phone logs a wake-up that it can't send, and its session is ended by the other one. */
async function endWithUnsent(lost: Carer, carer: Carer): Promise<void> {
  await lost.loseApi()
  await lost.logWakeUp('08:20')
  await expect(lost.seen('Sin conexión · 1 registro por enviar')).toBeVisible()
  await closeOthers(carer)
  await lost.regainApi()
}

test('what a lost phone hadn’t sent stays on it, unread, until the same account signs in; nothing is lost', async ({
  carer,
  newPhone,
  family,
  account,
}) => {
  await family.logs(wakeUp(YESTERDAY, '07:10'))
  const lost = await newPhone()
  await endWithUnsent(lost, carer)
  const { page } = lost
  const told = page.getByText('aquí solo queda lo que no se había enviado, y te espera al entrar.')
  await expect(told).toBeVisible(SOON)
  await page.reload()
  await expect(told).toBeVisible()
  await expect(page.getByText('08:20')).toHaveCount(0)
  await expect.poll(() => whatIsKept(page)).toEqual({ outbox: 1, meta: 1 })
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await lost.signInHere()
  await expect(lost.records).toContainText('Hora: 08:20')
  await carer.goTo('Diario')
  await expect(carer.records).toContainText('Hora: 08:20')
})

test('what wasn’t sent can be dropped at the login, after a question', async ({ carer, newPhone }) => {
  const lost = await newPhone()
  await endWithUnsent(lost, carer)
  const { page } = lost
  const drop = page.getByRole('button', { name: 'Borrar lo no enviado' })
  await expect(drop).toBeVisible(SOON)
  await drop.click()
  const question = page.getByRole('alertdialog', { name: '¿Borrar lo no enviado?' })
  await expect(question).toContainText('Se perderá 1 cambio que solo está en este dispositivo.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(drop).toBeFocused()
  await drop.click()
  await question.getByRole('button', { name: 'Borrar', exact: true }).click()
  await expect(page.getByText('el diario ya no está en este dispositivo')).toBeFocused()
  await expect(drop).toHaveCount(0)
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(databases).toEqual([])
  await lost.signInHere()
  await expect(lost.records).toHaveCount(0)
})

test('a session that ended without a reason takes nothing off the phone', async ({ carer, page, server }) => {
  await carer.logWakeUp()
  await carer.whenAllSent()
  await endSession(page, server)
  await expect(page.getByText('Tu sesión ha caducado.')).toBeVisible(SOON)
  await expect.poll(() => whatIsKept(page)).toMatchObject({ months: 1, baby_info: 1, sleep_plans: 1 })
})
