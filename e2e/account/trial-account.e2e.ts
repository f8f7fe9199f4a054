import { expect, test } from '../kit/carer.ts'
import { expireToken } from '../kit/phone-session.ts'
import type { ServerProcess } from '../kit/server-process.ts'

/** Moves the end of a trial into the past, as if its days were over. */
async function endTrial(server: ServerProcess, email: string): Promise<void> {
  const key = await server.serviceKey()
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/auth/v1/admin/users?per_page=1000`, { headers })
  const { users }: { users: { id: string; email: string }[] } = await answer.json()
  const id = users.find((user) => user.email === email)?.id
  const changed = await fetch(`${server.url}/auth/v1/admin/users/${id}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ app_metadata: { trial_ends_at: '2025-08-01T10:00:00.000Z' } }),
  })
  expect(changed.status).toBe(200)
}

test('a trial that is over says so at the login, until it is extended', async ({
  phone: carer,
  server,
}, info) => {
  const account = { email: `trial-${info.testId}@example.org`, password: 'siesta-larga-y-buena' }
  await server.admin('create-user', account.email, '--password', account.password, '--trial', '30')
  await endTrial(server, account.email)
  await carer.open()
  await carer.enterPassword(account)
  await carer.expectToast('Sign in Failed', 'Tu periodo de prueba terminó el 1 de agosto de 2025.')

  await server.admin('extend', account.email, '--trial', '30')
  await carer.signInByForm(account)
})

test('a trial that ends while the app is open leads to the login, and what was logged stays', async ({
  carer,
  page,
  server,
  account,
}) => {
  await carer.goTo('Añadir descanso')
  await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
  await carer.expectToast('Hora de inicio guardada')
  await carer.loseApi()
  await endTrial(server, account.email)
  // Until its token runs out the phone has no reason to ask the server whether the account still counts.
  await expireToken(page)
  await carer.regainApi()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await server.admin('extend', account.email, '--full')
  await carer.signInByForm()
  await carer.goTo('Diario')
  await expect(carer.records).toHaveCount(1)
})
