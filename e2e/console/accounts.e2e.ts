import type { Locator, Page } from '@playwright/test'
import { listedAccount } from '../../app/testing/listed-account.ts'
import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { hold, holdAnswer, loseAnswer } from '../kit/answers.ts'
import type { ServerProcess } from '../kit/server-process.ts'
import { type Consultant, expect, test } from './staff.ts'

/* What an administrator does with accounts. */

/** Opens the page of accounts, as somebody who has just become an administrator. */
async function openAccounts({ page, account }: Consultant, server: ServerProcess): Promise<void> {
  await expect(page.getByRole('link', { name: 'Plantillas' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cuentas' })).toHaveCount(0)
  await server.admin('staff', account.email, '--role', 'admin', '--name', 'Eva')
  await page.reload()
  await page.getByRole('link', { name: 'Cuentas' }).click()
}

/** Finds the one account with this address, and opens what can be done with it. */
async function manage(page: Page, email: string): Promise<Locator> {
  await page.getByLabel('Buscar').fill(email)
  await page.getByRole('button', { name: `Gestionar ${email}` }).click()
  return page.getByRole('dialog', { name: email })
}

test('a list is shown before it is invited; an account is found, put out of use, and deleted by its address', async ({
  consultant,
  account,
  server,
}, info) => {
  const { page } = consultant
  const fresh = `nueva-${info.workerIndex}-${info.repeatEachIndex}@example.org`
  await openAccounts(consultant, server)

  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  await expect(page.getByRole('heading', { name: 'Invitar una lista' })).toBeFocused()
  const list = `email;días\n${fresh};30\nnadie\n${account.email};\n${fresh};10`
  // A Spanish Excel saves Windows-1252.
  const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(list, 'latin1') }
  await page.locator('input[type=file]').setInputFiles(file)
  const bad = page.getByRole('list', { name: '3 líneas descartadas' })
  await expect(bad.getByRole('listitem')).toHaveText([
    /Línea 3.*nadie no es un email/,
    /Línea 4.*ya tiene cuenta/,
    /Línea 5.*ya está más arriba en la lista/,
  ])
  await expect(page.getByRole('list', { name: 'Se invitará a 1 persona' })).toContainText('prueba de 30 días')
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 667 })
  await expectFitsWidth(page)
  await page.getByRole('button', { name: 'Invitar a 1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Resultado' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Resultado' })).toContainText(
    `${fresh} invitada; el email está en la carpeta`,
  )
  await page.getByRole('button', { name: 'Hecho' }).click()
  await expect(page.getByRole('heading', { name: 'Cuentas' })).toBeFocused()
  await expect(page.getByText('Queda 1 línea pendiente').first()).toBeVisible()
  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  await expect(page.getByLabel('La lista')).toHaveValue('email;días\nnadie')
  await page.getByLabel('La lista').fill('')
  await page.getByRole('button', { name: 'Volver a las cuentas' }).click()

  await page.getByLabel('Buscar').fill(fresh.toUpperCase())
  const row = page.getByRole('list', { name: 'Cuentas' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(fresh)
  await expectFitsWidth(page)
  await row.getByRole('button', { name: `Gestionar ${fresh}` }).click()
  const menu = page.getByRole('dialog', { name: fresh })
  await expectAccessible(page)
  await menu.getByRole('button', { name: 'Desactivar' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Desactivar la cuenta?' })
  // As if the administrator had signed in a while ago.
  const stale = {
    code: 'reauthentication_needed',
    message: 'Account administration requires reauthentication',
  }
  await page.route('**/disable', (route) => route.fulfill({ status: 400, json: stale }), { times: 1 })
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect(question.getByLabel('Tu contraseña')).toBeFocused()
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect(menu.getByText('Desactivada', { exact: true })).toBeVisible()
  await menu.getByRole('button', { name: 'Eliminar la cuenta' }).click()
  const asked = page.getByRole('alertdialog', { name: '¿Eliminar la cuenta?' })
  await expect(asked).toHaveAccessibleDescription(/todo su diario/)
  await expect(asked.getByRole('button', { name: 'Eliminar' })).toBeDisabled()
  await expect(asked.getByLabel('Escribe su email para confirmar')).toBeFocused()
  await page.keyboard.insertText(fresh)
  await asked.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Ninguna cuenta coincide.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cuentas' })).toBeFocused()
  expect(await server.admin('list-users')).not.toContain(fresh)
})

test('a trial whose answer was lost is prolonged once, and its end is shown', async ({
  consultant,
  account,
  server,
}) => {
  const { page } = consultant
  const guest = `trial-${account.email}`
  await server.admin('create-user', guest, '--trial', '7')
  await openAccounts(consultant, server)
  const menu = await manage(page, guest)
  await menu.getByRole('button', { name: 'Prolongar la prueba' }).click()
  const sheet = page.getByRole('dialog')
  const end = sheet.getByText(/Acabaría el/)
  const before = (await end.textContent()) ?? ''
  await loseAnswer(page, '**/trial')
  const confirm = sheet.getByRole('button', { name: 'Prolongar', exact: true })
  await confirm.click()
  await expect(page.getByText('No sabemos si se ha hecho', { exact: true })).toBeVisible()
  await confirm.click()
  await expect(page.getByText(/^El final de la prueba ya había cambiado/)).toBeVisible()
  await expect(end).not.toHaveText(before)
})

test('a password that is told once stays until it was taken note of; back closes what else is open', async ({
  consultant,
  account,
  server,
}) => {
  const { page } = consultant
  await openAccounts(consultant, server)
  const menu = await manage(page, account.email)
  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Cuentas' })).toBeVisible()

  await manage(page, account.email)
  await menu.getByRole('button', { name: 'Nueva contraseña' }).click()
  const asked = page.getByRole('alertdialog', { name: '¿Generar una contraseña nueva?' })
  // Where it was changed and nobody has heard to what, the question says so until another one is made.
  await loseAnswer(page, '**/reset-password')
  await asked.getByRole('button', { name: 'Generar' }).click()
  await expect(page.getByText('No sabemos si la contraseña ha cambiado', { exact: true })).toBeVisible()
  await expect(asked).toHaveAccessibleDescription(/la nueva no la ha visto nadie. Genera otra.$/)
  const release = await holdAnswer(page, '**/reset-password')
  await asked.getByRole('button', { name: 'Generar' }).click()
  await expect(asked.getByRole('button', { name: 'Un momento...' })).toBeFocused()
  // While the call is under way nothing leaves it either.
  await page.keyboard.press('Escape')
  await expect(asked).toBeVisible()
  await page.goBack()
  await expect(asked).toBeVisible()
  release()
  const told = page.getByRole('alertdialog', { name: 'Contraseña nueva' })
  await expect(told).toHaveAccessibleDescription(new RegExp(`Para ${account.email}`))
  await expect(told.getByRole('button', { name: 'Copiar' })).toBeFocused()
  const password = await told.locator('code').textContent()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(told.locator('code')).toHaveText(password ?? '')
  await expectAccessible(page)
  // Whoever presses back too fast for the page finds it there later.
  await page.evaluate(() => history.go(-2))
  await expect(told).toBeHidden()
  await page.getByRole('link', { name: 'Cuentas' }).click()
  await expect(told.locator('code')).toHaveText(password ?? '')
  await told.getByRole('button', { name: 'Hecho' }).click()
  await expect(told).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Cuentas' })).toBeVisible()
})

test('an account that is gone meanwhile leaves the list, and an older list brings nothing back', async ({
  consultant,
  account,
  server,
}, info) => {
  const { page } = consultant
  const fresh = `otra-${info.workerIndex}-${info.repeatEachIndex}@example.org`
  await openAccounts(consultant, server)
  await page.getByRole('button', { name: 'Invitar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar' })
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Email').fill(fresh)
  await loseAnswer(page, '**/invite')
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(page.getByText('No sabemos si se ha invitado', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  const existing = page.getByRole('dialog', { name: 'Ya tiene cuenta' })
  await existing.getByRole('button', { name: 'Invitar otra vez' }).click()
  await expect(page.getByText('Invitación escrita en el servidor', { exact: true })).toBeVisible()

  // Whoever was invited is in the list at once, by the answer itself, and gets no password but another invitation.
  const menu = await manage(page, fresh)
  await expect(menu.getByRole('button', { name: 'Nueva contraseña' })).toHaveCount(0)
  await menu.getByRole('button', { name: 'Invitar otra vez' }).click()
  const again = page.getByRole('alertdialog', { name: '¿Invitar otra vez?' })
  await again.getByRole('button', { name: 'Invitar otra vez' }).click()
  await expect(menu.getByRole('button', { name: 'Invitar otra vez' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  // The list is read again after this, and that answer comes late.
  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  await page.getByLabel('La lista').fill(`dos-${fresh}`)
  const asked = page.waitForRequest('**/console/v1/accounts')
  const release = await holdAnswer(page, '**/console/v1/accounts')
  await page.getByRole('button', { name: 'Invitar a 1', exact: true }).click()
  const older = await asked
  await page.getByRole('button', { name: 'Hecho' }).click()

  await manage(page, account.email)
  await server.admin('delete-user', account.email, '--yes')
  await page.getByRole('button', { name: 'Desactivar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByText('Esa cuenta ya no existe.', { exact: true })).toBeVisible()
  await expect(page.getByText('Ninguna cuenta coincide.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cuentas' })).toBeFocused()
  release()
  await (await older.response())?.finished()
  await page.getByLabel('Buscar').fill('')
  await expect(page.getByRole('button', { name: `Gestionar dos-${fresh}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Gestionar ${account.email}` })).toHaveCount(0)
})

test('a list is heard of on the visit on which its inviting ends, and after signing out no more', async ({
  consultant,
  server,
}, info) => {
  const { page } = consultant
  const fresh = `luego-${info.workerIndex}-${info.repeatEachIndex}@example.org`
  await openAccounts(consultant, server)
  const invite = async (email: string) => {
    await page.getByRole('button', { name: 'Invitar una lista' }).click()
    await page.getByLabel('La lista').fill(email)
    const release = await hold(page.context(), '**/invite-list')
    await page.getByRole('button', { name: 'Invitar a 1', exact: true }).click()
    await expect(page.getByText(/^Invitando: 0 de 1/)).toBeVisible()
    return release
  }

  const release = await invite(fresh)
  await page.getByRole('link', { name: 'Familias' }).click()
  await page.getByRole('link', { name: 'Cuentas' }).click()
  await page.getByLabel('Buscar').fill(fresh)
  await expect(page.getByText('Ninguna cuenta coincide.')).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: `Gestionar ${fresh}` })).toBeVisible()
  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  await page.getByRole('button', { name: 'Hecho' }).click()

  const later = await invite(`dos-${fresh}`)
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salir y perderlas' }).click()
  await expect(page.getByLabel('Contraseña')).toBeVisible()
  const refused = page.waitForResponse('**/invite-list')
  later()
  await (await refused).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page.getByText(/^No se ha/)).toHaveCount(0)
})

test('mails that are to be sent by hand are copied one by one or all, and nobody leaves without them by a slip', async ({
  consultant,
  server,
}) => {
  const { page } = consultant
  await openAccounts(consultant, server)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const emails = ['ana@example.org', 'luis@example.org']
  // As a server answers that has no way to send mails.
  const rows = emails.map((email) => ({
    result: 'invited',
    email,
    account: null,
    mail: { kind: 'unsent', subject: 'Tu invitación', text: `Hola, ${email}` },
  }))
  await page.route('**/invite-list', (route) => route.fulfill({ json: { rows } }))
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const done = page.getByRole('button', { name: 'Hecho' })
  const question = page.getByRole('alertdialog')
  const invite = async () => {
    await page.getByRole('button', { name: 'Invitar una lista' }).click()
    await page.getByLabel('La lista').fill(emails.join('\n'))
    await page.getByRole('button', { name: 'Invitar a 2', exact: true }).click()
  }

  await invite()
  await page.getByText('Tu invitación', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Copiar el email para ana@example.org' }).click()
  await expect.poll(copied).toBe('Tu invitación\n\nHola, ana@example.org')
  await done.click()
  await expect(question).toHaveAccessibleName('¿Salir sin copiar el email que falta?')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  // What was copied is still known after another page was looked at.
  await page.getByRole('link', { name: 'Familias' }).click()
  await page.getByRole('link', { name: 'Cuentas' }).click()
  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  await done.click()
  await expect(question).toHaveAccessibleName('¿Salir sin copiar el email que falta?')
  await question.getByRole('button', { name: 'Salir y perderlos' }).click()
  await expect(page.getByRole('heading', { name: 'Cuentas' })).toBeFocused()

  await invite()
  await done.click()
  await expect(question).toHaveAccessibleName('¿Salir sin copiar los 2 emails que faltan?')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Copiar los 2 emails' }).click()
  await expect.poll(copied).toMatch(/^ana@example.org\n.*Hola, luis@example.org$/s)
  await done.click()
  await expect(page.getByRole('heading', { name: 'Cuentas' })).toBeFocused()
})

test('who was not invited, because of a fault or as the server sends no more mails for now, stays in the list', async ({
  consultant,
  server,
}) => {
  const { page } = consultant
  await openAccounts(consultant, server)
  const rows = [
    { result: 'invited', email: 'ana@example.org', account: null, mail: { kind: 'sent' } },
    { result: 'later', email: 'luis@example.org', why: 'mail_limit' },
  ]
  await page.route('**/invite-list', (route) => route.fulfill({ json: { rows } }))
  const fault = { code: 'unexpected_failure', message: 'oh' }
  await page.route('**/invite-list', (route) => route.fulfill({ status: 500, json: fault }), { times: 1 })
  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  await page.getByLabel('La lista').fill('ana@example.org;14\nluis@example.org;30')
  await page.getByRole('button', { name: 'Invitar a 2', exact: true }).click()
  // After a fault they may be invited or not.
  await expect(page.getByText('No sabemos si se ha invitado', { exact: true })).toBeVisible()
  await expect(page.getByText('0 invitadas · 2 sin confirmar')).toBeVisible()
  await page.getByRole('button', { name: 'Reintentar 2' }).click()
  await expect(page.getByText('1 invitada · 1 sin invitar')).toBeVisible()
  await page.getByRole('button', { name: 'Hecho' }).click()
  await expect(page.getByText('Queda 1 línea pendiente').first()).toBeVisible()
  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  await expect(page.getByLabel('La lista')).toHaveValue('email;días\nluis@example.org;30')
})

test('who may not read the accounts any more finds none of them on the page', async ({
  consultant,
  account,
  server,
}, info) => {
  const { page } = consultant
  await openAccounts(consultant, server)
  await expect(page.getByText(account.email).first()).toBeVisible()
  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  await page.getByLabel('La lista').fill(`lista-${info.workerIndex}-${info.repeatEachIndex}@example.org`)
  await server.admin('staff', consultant.account.email, '--role', 'none')
  // The list is read again once the run has ended.
  await page.getByRole('button', { name: 'Invitar a 1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No se han podido leer las cuentas' })).toBeVisible()
  await expect(page.getByText('Tu cuenta ya no tiene permisos de administración.').first()).toBeVisible()
  await expect(page.getByText(account.email)).toHaveCount(0)
})

test('whoever presses a button that goes is led on: to the page, to the first of more rows, to what is left in a menu', async ({
  consultant,
  account,
  server,
}) => {
  const { page } = consultant
  await server.admin('disable-user', account.email)
  const rows = Array.from({ length: 101 }, (_, index) =>
    listedAccount({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      email: `familia-${index}@example.org`,
    }),
  )
  await page.route('**/console/v1/accounts', (route) => route.abort())
  await openAccounts(consultant, server)
  const again = page.getByRole('button', { name: 'Volver a probar' })
  await expect(again).toBeVisible()
  await page.unroute('**/console/v1/accounts')
  await page.route('**/console/v1/accounts', (route) => route.fulfill({ json: { accounts: rows } }), {
    times: 1,
  })
  await again.click()
  await expect(page.getByRole('heading', { name: 'Cuentas' })).toBeFocused()
  await page.getByRole('button', { name: 'Ver 1 más' }).click()
  await expect(page.getByRole('button', { name: 'Gestionar familia-0@example.org' })).toBeFocused()

  await page.getByRole('link', { name: 'Familias' }).click()
  await page.getByRole('link', { name: 'Cuentas' }).click()
  const menu = await manage(page, account.email)
  await menu.getByRole('button', { name: 'Reactivar' }).click()
  await expect(menu.getByRole('button', { name: 'Desactivar' })).toBeVisible()
  await expect(menu.getByText('Cerrar', { exact: true })).toBeFocused()
})
