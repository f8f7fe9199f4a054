import { hold } from '../kit/answers.ts'
import { expect, test } from '../kit/carer.ts'
import { expireToken, leftOnPhone } from '../kit/phone-session.ts'

test.describe('signing out', () => {
  test('leaves nothing of the baby on the phone', async ({ carer, page }) => {
    await carer.logWakeUp()
    await expect(carer.records).toHaveCount(1)
    await carer.whenAllSent()
    const box = await page.getByRole('button', { name: 'Cerrar sesión' }).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(370)
    await carer.signOut()
    await carer.whenSignedOut()
    await expect.poll(() => leftOnPhone(page)).toEqual({ databases: [], storage: [] })
  })

  test('takes what could be undone off the screen', async ({ carer }) => {
    const undo = carer.page.getByRole('button', { name: 'Deshacer' })
    await carer.logWakeUp()
    await expect(undo).toBeVisible()
    await carer.signOut()
    await carer.whenSignedOut()
    // A toast goes by itself after a while, so this waits for nothing.
    expect(await undo.count()).toBe(0)
  })

  test('another account on the same phone never sees the first one’s day', async ({ carer, server }) => {
    await carer.logWakeUp()
    await expect(carer.records).toHaveCount(1)
    await carer.signOut()
    await carer.whenSignedOut()
    await carer.signInHere(await server.createAccount(`other-${Date.now()}@example.org`))
    await expect(carer.records).toHaveCount(0)
  })

  for (const { name, status, answer, says } of [
    { name: 'why', status: 422, answer: { msg: 'Ahora no' }, says: 'Ahora no' },
    { name: 'nothing', status: 500, answer: {}, says: 'Something went wrong' },
  ]) {
    test(`fails when the server says ${name}: «${says}», and the session stays`, async ({
      carer,
      context,
    }) => {
      await context.route('**/auth/v1/logout**', (route) => route.fulfill({ status, json: answer }))
      await carer.signOut()
      await carer.expectToast('Sign out Failed', says)
      await carer.reload()
    })
  }

  for (const status of [401, 404]) {
    test(`a session the server doesn’t know any more (${status}) is over all the same`, async ({
      carer,
      context,
    }) => {
      await context.route('**/auth/v1/logout**', (route) => route.fulfill({ status, json: { msg: 'gone' } }))
      await carer.signOut()
      await carer.whenSignedOut()
    })
  }

  test('in another tab signs this one out too', async ({ carer, newTab }) => {
    const other = await newTab()
    await expect(other.tabBar).toBeVisible()
    await other.signOut()
    await expect(carer.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await expect(carer.tabBar).toBeHidden()
  })

  test('and signing in, in another tab, signs this one in too', async ({ carer, newTab }) => {
    const other = await newTab()
    await other.signOut()
    await expect(carer.page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await other.signInByForm()
    await expect(carer.tabBar).toBeVisible()
  })
})

test.describe('the session', () => {
  test('is still there after a reload, and offline with a token that ran out', async ({
    phone: carer,
    page,
  }) => {
    await carer.signIn()
    await carer.logWakeUp()
    await carer.whenAllSent()
    await carer.loseApi()
    await expireToken(page)
    await carer.reload()
    await expect(carer.records).toContainText('Hora: 08:20')
    // The network is up and only the server is silent: the client library tries to renew the token for up to 30 s.
    await expect(carer.seen('Sin conexión')).toBeVisible({ timeout: 45_000 })
    await page.getByRole('button', { name: 'Eliminar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
    await carer.expectToast('Registro eliminado')
  })

  test('is renewed on load when it is about to run out', async ({ carer, page }) => {
    const expiry = () =>
      page.evaluate(() => Number(JSON.parse(localStorage.getItem('nana-auth') ?? '{}').expires_at))
    const renewed = await expiry()
    await expireToken(page, Math.floor(Date.now() / 1000) + 5)
    await carer.reload()
    await expect.poll(expiry).toBeGreaterThanOrEqual(renewed)
  })
})

test('a press at the login counts, though the line above goes in that moment', async ({
  carer,
  page,
  account,
}) => {
  const answer = await hold(page.context(), '**/auth/v1/logout**')
  await carer.signOut()
  await expect(page.getByText('Se está cerrando la sesión')).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Contraseña').fill(account.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).hover()
  await page.mouse.down()
  answer()
  await carer.whenSignedOut()
  await page.mouse.up()
  await expect(carer.tabBar).toBeVisible()
})
