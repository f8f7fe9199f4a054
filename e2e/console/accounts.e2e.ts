import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { expect, test } from './staff.ts'

/* What an administrator does with accounts. */

test('a list is shown before it is invited; an account is found, put out of use, and deleted by its address', async ({
  consultant,
  account,
  server,
}, info) => {
  const { page } = consultant
  const fresh = `nueva-${info.workerIndex}-${info.repeatEachIndex}@example.org`
  await expect(page.getByRole('link', { name: 'Plantillas' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cuentas' })).toHaveCount(0)
  await server.admin('staff', consultant.account.email, '--role', 'admin', '--name', 'Eva')
  await page.reload()
  await page.getByRole('link', { name: 'Cuentas' }).click()

  await page.getByRole('button', { name: 'Invitar una lista' }).click()
  await page.getByLabel('La lista').fill(`email;días\n${fresh};30\nnadie\n${account.email};\n${fresh};10`)
  const bad = page.getByRole('list', { name: '3 líneas no se invitan' })
  await expect(bad.getByRole('listitem')).toHaveText([
    /Línea 3.*nadie no es un email/,
    /Línea 4.*ya tiene cuenta/,
    /Línea 5.*ya está más arriba en la lista/,
  ])
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 667 })
  await expectFitsWidth(page)
  await page.getByRole('button', { name: 'Invitar a 1', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Qué ha pasado' })).toContainText(`${fresh} invitación enviada`)
  await page.getByRole('button', { name: 'Hecho' }).click()

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
  await expect(asked.getByRole('button', { name: 'Eliminar' })).toBeDisabled()
  await asked.getByLabel('Escribe su email para confirmar').fill(fresh)
  await asked.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Ninguna cuenta coincide.')).toBeVisible()
  expect(await server.admin('list-users')).not.toContain(fresh)
})
