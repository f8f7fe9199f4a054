import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import type { Account, ServerProcess } from '../kit/server-process.ts'
import { expect, test } from './staff.ts'

/* What a consultant plans with a family, and what the two say to each other. */

test('a proposal begins with a template, says what it changes, and waits at the family until it is withdrawn', async ({
  consultant,
  letIn,
  account,
  family,
  server,
}, info) => {
  const { page } = consultant
  const template = `Dos siestas ${info.repeatEachIndex}`
  await family.born('2025-01-11', 'Lucía')
  await family.plans({ first_wake_window: '1h 30min' })
  const familyId = await letIn(account)
  const asFamily = await familyCalls(server, account)
  const proposed = async () => ((await asFamily('my_support')) as { proposals: unknown[] }).proposals

  await page.getByRole('link', { name: 'Plantillas' }).click()
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await page.getByRole('button', { name: 'Guardar plantilla' }).click()
  await expect(page.getByText('Ponle un nombre.')).toBeVisible()
  await page.getByLabel('Nombre').fill(template)
  await page.getByLabel('Desde', { exact: true }).fill('6')
  await page.getByLabel('Hasta', { exact: true }).fill('9')
  await page.getByRole('radio', { name: '2' }).check()
  await page.getByLabel('Ventana de sueño tras despertar').fill('2h15')
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar plantilla' }).click()
  await expect(page.getByText('Plantilla guardada', { exact: true })).toBeVisible()

  await page.goto(`${server.url}/consola#/familia/${familyId}/acompanamiento`)
  const differences = page.getByRole('list', { name: 'Qué cambia' })
  await expect(page.getByText('Todavía no cambia nada del plan de ahora.')).toBeVisible()
  await page.getByLabel('Empezar con').selectOption({ label: `${template} · De 6 a 9 meses` })
  await expect(differences.getByRole('listitem')).toHaveText([
    'Ventana antes de la siesta 1: de 1h 30min a 2h 15min',
    'Sin la siesta 3',
    'Ventana antes de dormir: de 2h 45min a 2h 30min',
  ])
  await page.getByRole('button', { name: 'Proponer' }).click()
  await expect(page.getByText('Escribe qué se propone')).toBeVisible()
  expect(await proposed()).toEqual([])
  await page.getByLabel('En una frase').fill('Elige un cambio: una siesta menos.')
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 667 })
  await expectFitsWidth(page)
  await page.getByRole('button', { name: 'Proponer' }).click()
  const proposals = page.getByRole('list', { name: 'Propuestas' })
  await expect(proposals.getByRole('listitem')).toContainText('Esperando respuesta')
  expect(await proposed()).toMatchObject([
    { sentence: 'Elige un cambio: una siesta menos.', first_wake_window: '2h 15min', naps_count: 2 },
  ])
  expect(await family.plan()).toMatchObject({ first_wake_window: '1h 30min', naps_count: 3 })

  await proposals.getByRole('button', { name: /^Retirar/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(proposals.getByRole('listitem')).toContainText('Retirada')
  expect(await proposed()).toEqual([])

  await page.goto(`${server.url}/consola#/plantillas`)
  await page
    .getByRole('list', { name: 'Plantillas por edad' })
    .getByRole('button', { name: template })
    .click()
  await page.getByRole('button', { name: 'Eliminar plantilla' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Plantilla eliminada', { exact: true })).toBeVisible()
  expect(await consultant.call('plan_templates')).not.toContainEqual(
    expect.objectContaining({ name: template }),
  )
})

test('a note is saved by itself, also after the server was away; a question gets its reply', async ({
  consultant,
  letIn,
  account,
  server,
}) => {
  const { page } = consultant
  const familyId = await letIn(account)
  const asFamily = await familyCalls(server, account)
  await asFamily('ask_consultant', { question: '¿La despierto de la última siesta?' })

  await page.goto(`${server.url}/consola#/familia/${familyId}/acompanamiento`)
  const note = page.getByLabel('Tus notas sobre esta familia')
  await page.route('**/rpc/save_note', (route) => route.abort())
  await note.pressSequentially('Duerme mejor en brazos.')
  await expect(page.getByText(/Sin guardar: el servidor no contesta/)).toBeVisible()
  // Closing the page would lose it: the browser asks first.
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  // What isn't saved is kept while something else is looked at.
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await expect(page.getByRole('heading', { name: 'Plantillas' })).toBeVisible()
  await page.goBack()
  await expect(note).toHaveValue('Duerme mejor en brazos.')
  await page.unroute('**/rpc/save_note')
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  const kept = () => consultant.call('consulted_family', { family_id: familyId })
  expect(await kept()).toMatchObject({ note: 'Duerme mejor en brazos.' })

  const question = page.getByRole('listitem').filter({ hasText: '¿La despierto de la última siesta?' })
  await question.getByLabel('Tu respuesta').fill('Sí, a las cinco.')
  await question.getByRole('button', { name: 'Responder' }).click()
  await expect(question.getByText(/^Marta Soler, /)).toBeVisible()
  expect(await asFamily('my_support')).toMatchObject({
    questions: [{ reply: 'Sí, a las cinco.', replied_by: 'Marta Soler' }],
  })

  await page.getByLabel('Hasta', { exact: true }).fill('2026-01-15')
  await page.getByLabel('Desde', { exact: true }).fill('2026-02-15')
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await expect(page.getByText('El final es anterior al principio.')).toBeVisible()
  await page.getByLabel('Desde', { exact: true }).fill('2025-12-15')
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await expect(page.getByText('Fechas guardadas', { exact: true })).toBeVisible()
  expect(await asFamily('my_support')).toMatchObject({
    support: { starts_on: '2025-12-15', ends_on: '2026-01-15' },
  })
})

/** Returns what calls functions of the database as a family. */
async function familyCalls(server: ServerProcess, account: Account) {
  const { access_token: token } = await server.signIn(account)
  const headers = {
    apikey: await server.publicKey(),
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
  }
  return async (name: string, parameters: object = {}): Promise<unknown> => {
    const body = JSON.stringify(parameters)
    const answer = await fetch(`${server.url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body })
    return answer.json()
  }
}
