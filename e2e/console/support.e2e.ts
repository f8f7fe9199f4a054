import type { Route } from '@playwright/test'
import { addDays, localDateAt, longDate } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { expectAccessible, expectFitsWidth } from '../kit/accessible.ts'
import { hold, loseAnswer } from '../kit/answers.ts'
import { sleep } from '../kit/seed.ts'
import { asksBeforeClosing, expect, test } from './staff.ts'

/* What a consultant plans with a family, and what the two say to each other. */

const FAMILIES = '**/rpc/consulted_families'

test('a proposal begins with a template, says what it changes, and waits at the family until it is withdrawn', async ({
  consultant,
  letIn,
  account,
  family,
  asFamily,
}, info) => {
  const { page } = consultant
  const template = `Dos siestas ${info.repeatEachIndex}`
  await family.born('2025-01-11', 'Lucía')
  await family.plans({ first_wake_window: '1h 30min', night_bedtime: '21:15' })
  const familyId = await letIn(account)
  const proposed = async () => ((await asFamily('my_support')) as { proposals: unknown[] }).proposals

  await page.getByRole('link', { name: 'Plantillas' }).click()
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await page.getByRole('button', { name: 'Guardar plantilla' }).click()
  await expect(page.getByText('Ponle un nombre.')).toBeVisible()
  await page.getByLabel('Nombre').fill(template)
  await page.getByLabel('Desde', { exact: true }).fill('6')
  await page.getByLabel('Hasta', { exact: true }).fill('9')
  await page.getByRole('radio', { name: '2' }).check()
  // What isn't saved yet is found again.
  await page.getByRole('button', { name: 'Volver a la lista' }).click()
  await expect(page.getByRole('heading', { name: 'Plantillas' })).toBeFocused()
  await page.getByRole('button', { name: 'Nueva plantilla sin guardar' }).click()
  await expect(page.getByLabel('Nombre')).toHaveValue(template)
  await page.getByLabel('Ventana de sueño tras despertar').fill('2h15')
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.route('**/rpc/plan_templates', (route) => route.abort())
  await page.getByRole('button', { name: 'Guardar plantilla' }).click()
  await expect(page.getByText('Plantilla guardada', { exact: true })).toBeVisible()
  // It is there, whether or not the list can be read again.
  await expect(page.getByRole('heading', { name: template })).toBeVisible()
  await page.getByLabel('Nombre').fill('Otra cosa')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByRole('heading', { name: template })).toBeFocused()
  await expect(page.getByLabel('Nombre')).toHaveValue(template)

  await consultant.open(`familia/${familyId}/acompanamiento`)
  const differences = page.getByRole('list', { name: 'Qué cambia' })
  await expect(page.getByText('Todavía no cambia nada del plan de ahora.')).toBeVisible()
  await expect(page.getByText('No se han podido leer las plantillas.')).toBeVisible()
  await page.getByRole('button', { name: 'Volver a probar' }).click()
  await expect(page.getByText('El servidor sigue sin contestar.')).toBeVisible()
  await page.unroute('**/rpc/plan_templates')
  await page.getByRole('button', { name: 'Volver a probar' }).click()
  const heading = page.getByRole('heading', { name: 'Proponer un plan' })
  await expect(heading).toBeFocused()
  const begin = page.getByLabel('Empezar con')
  // Whoever writes elsewhere by the time that they come is left there.
  await page.route('**/rpc/plan_templates', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('No se han podido leer las plantillas.')).toBeVisible()
  await page.unroute('**/rpc/plan_templates')
  const letGo = await hold(page.context(), '**/rpc/plan_templates')
  await page.getByRole('button', { name: 'Volver a probar' }).click()
  await page.getByLabel('En una frase').focus()
  letGo()
  await expect(begin).toBeEnabled()
  await expect(page.getByLabel('En una frase')).toBeFocused()
  const chosen = { label: `${template} · De 6 a 9 meses` }
  await begin.selectOption(chosen)
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await expect(heading).toBeFocused()
  await begin.selectOption(chosen)
  await expect(differences.getByRole('listitem')).toHaveText([
    'Ventana tras despertar: de 1h 30min a 2h 15min',
    'Siesta 3: ya no está',
    'Ventana tras la siesta 3: ya no está',
  ])
  await page.getByRole('button', { name: 'Proponer' }).click()
  await expect(page.getByText('Escribe qué se propone')).toBeVisible()
  expect(await proposed()).toEqual([])
  await page.getByLabel('En una frase').fill('Un solo cambio: una siesta menos.')
  // Where no field is wrong, the focus stays at the button.
  await begin.selectOption({ label: 'Su plan de ahora' })
  await page.getByRole('button', { name: 'Proponer' }).click()
  await expect(page.getByText('Cambia algo del plan antes de proponerlo.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proponer' })).toBeFocused()
  await begin.selectOption(chosen)
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 667 })
  await expectFitsWidth(page)
  // The first answer is lost: the second press is the same proposal.
  await loseAnswer(page, '**/rpc/propose_plan')
  await page.getByRole('button', { name: 'Proponer' }).click()
  await expect(page.getByText('No sabemos si la propuesta ha llegado', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Proponer' }).click()
  await expect(page.getByText('Propuesta enviada', { exact: true })).toBeVisible()
  const proposals = page.getByRole('list', { name: 'Propuestas' })
  await expect(proposals.getByRole('listitem')).toContainText('Esperando respuesta')
  await expect(proposals.getByRole('listitem')).toHaveCount(1)
  expect(await proposed()).toMatchObject([
    {
      sentence: 'Un solo cambio: una siesta menos.',
      first_wake_window: '2h 15min',
      naps_count: 2,
      night_bedtime: '21:15',
    },
  ])
  expect(await family.plan()).toMatchObject({ first_wake_window: '1h 30min', naps_count: 3 })

  await proposals.getByRole('button', { name: /^Retirar/ }).click()
  // The list says what became of it.
  await loseAnswer(page, '**/rpc/withdraw_proposal')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(page.getByText('Propuesta retirada', { exact: true })).toBeVisible()
  await expect(proposals.getByRole('listitem')).toContainText('Retirada')
  await expect(page.getByRole('heading', { name: 'Propuestas' })).toBeFocused()
  expect(await proposed()).toEqual([])

  await consultant.open('plantillas')
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

test('what was answered before its sender heard that it had arrived is proposed anew', async ({
  consultant,
  letIn,
  account,
  family,
  asFamily,
}) => {
  const { page } = consultant
  await family.plans({ first_wake_window: '1h 30min' })
  const familyId = await letIn(account)
  const proposed = async () => ((await asFamily('my_support')) as { proposals: { id: string }[] }).proposals
  const propose = page.getByRole('button', { name: 'Proponer' })
  const rows = page.getByRole('list', { name: 'Propuestas' }).getByRole('listitem')
  await consultant.open(`familia/${familyId}/acompanamiento`)
  await page.getByLabel('Ventana de sueño tras despertar').fill('2h')
  await page.getByLabel('En una frase').fill('Un solo cambio: más tarde.')
  await loseAnswer(page, '**/rpc/propose_plan')
  await propose.click()
  await expect(page.getByText('No sabemos si la propuesta ha llegado', { exact: true })).toBeVisible()
  // The page doesn't hear that it has arrived, nor of the answer to it.
  await page.route('**/rpc/consulted_changes', (route) => route.abort())
  await page.route(FAMILIES, (route) => route.abort())
  for (const { id } of await proposed()) await asFamily('answer_proposal', { id, taken: false })
  await propose.click()
  await expect(
    page.getByText('Ya la habías enviado, y ya no espera respuesta', { exact: true }),
  ).toBeVisible()
  await expect(rows).toHaveText([/Rechazada/])
  expect(await proposed()).toEqual([])
  await propose.click()
  await expect(page.getByText('Propuesta enviada', { exact: true })).toBeVisible()
  await expect(rows).toHaveText([/Esperando respuesta/, /Rechazada/])
  expect(await proposed()).toHaveLength(1)
})

test('what the family says shows at once, and what it has answered cannot be taken back', async ({
  consultant,
  letIn,
  account,
  family,
  asFamily,
}) => {
  const { page } = consultant
  await family.plans({ first_wake_window: '1h 30min' })
  const familyId = await letIn(account)
  await consultant.open(`familia/${familyId}/acompanamiento`)
  await expect(page.getByText('La familia no ha preguntado nada.')).toBeVisible()
  await asFamily('ask_consultant', { question: '¿Cuándo empezamos?' })
  await expect(page.getByRole('list', { name: 'Preguntas de la familia' })).toContainText(
    '¿Cuándo empezamos?',
  )
  // The page says why the family should be looked at, as the list does, and where the question stands.
  const reasons = page.getByRole('list', { name: 'Conviene mirar' }).getByRole('listitem')
  await expect(reasons).toHaveText(['Espera respuesta', 'Sin anotaciones en tres semanas'])
  await page.getByRole('link', { name: 'Diario', exact: true }).click()
  await page.getByRole('link', { name: 'Acompañamiento con 1 pregunta sin contestar' }).click()
  await family.logs(sleep('siesta', '2025-08-11', '09:00', '10:00'))
  await expect(reasons).toHaveText(['Espera respuesta'])

  const plan = { ...(await family.plan()), first_wake_window: '2h 00min' }
  const { naps_count, naps, night_bedtime, first_wake_window } = plan
  const terms = { naps_count, naps, night_bedtime, first_wake_window }
  const id = await consultant.call('propose_plan', { family_id: familyId, sentence: 'Más tarde.', ...terms })
  const proposals = page.getByRole('list', { name: 'Propuestas' })
  await proposals.getByRole('button', { name: /^Retirar/ }).click()
  await asFamily('answer_proposal', { id, taken: true })
  await expect(proposals.getByRole('listitem')).toContainText('Aceptada')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(page.getByText('La familia ya ha aceptado este plan.', { exact: true })).toBeVisible()
  // What was proposed can still be read.
  await proposals.getByText('Ver este plan').click()
  await expect(proposals.getByText('2h 00min', { exact: true })).toBeVisible()
  // Now that the family follows it, the plan of before can be proposed.
  await family.plans({ first_wake_window: '2h 00min' })
  const before = `Hasta el ${longDate(localDateAt(Date.now(), MADRID))}`
  await page.getByLabel('Empezar con').selectOption({ label: before })
  await expect(page.getByRole('list', { name: 'Qué cambia' }).getByRole('listitem')).toHaveText([
    'Ventana tras despertar: de 2h 00min a 1h 30min',
  ])
})

test('of two answers at once neither is lost, and signing out asks about the words that are not sent', async ({
  consultant,
  letIn,
  account,
  asFamily,
}) => {
  const { page } = consultant
  const familyId = await letIn(account)
  const id = await asFamily('ask_consultant', { question: '¿La despierto?' })
  await consultant.open(`familia/${familyId}/acompanamiento`)
  const question = page.getByRole('listitem').filter({ hasText: '¿La despierto?' })
  const reply = question.getByLabel('Tu respuesta')
  // Without a baby's name the family is called as in the list.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(account.email)
  await reply.fill('No, que siga.')

  // The page doesn't hear of the other answer.
  await page.route('**/rpc/consulted_family', (route) => route.abort())
  await consultant.call('answer_question', { id, reply: 'Sí, a las cinco.' })
  await question.getByRole('button', { name: 'Responder' }).click()
  await expect(page.getByText('Ya la han contestado', { exact: true })).toBeVisible()
  await expect(reply).toHaveValue('No, que siga.')
  // Now it does: both are there.
  await page.unroute('**/rpc/consulted_family')
  await asFamily('ask_consultant', { question: '¿Y mañana?' })
  await expect(question.getByText('Sí, a las cinco.')).toBeVisible()
  await expect(question.getByText(/^Marta Soler ha contestado mientras escribías/)).toBeVisible()
  await expectAccessible(page)
  // Half typed, it isn't hidden after another part was looked at.
  await page.getByRole('link', { name: 'Semana' }).click()
  await page.getByRole('link', { name: 'Acompañamiento' }).click()
  await expect(reply).toHaveValue('No, que siga.')

  const signOut = page.getByRole('button', { name: 'Cerrar sesión' })
  await signOut.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Si sales ahora, se pierden.')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await question.getByRole('button', { name: 'Poner la mía' }).click()
  await expect(page.getByText('Respuesta enviada', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Preguntas' })).toBeFocused()
  await question.getByRole('button', { name: 'Cambiar la respuesta' }).click()
  await expect(reply).toBeFocused()
  await reply.fill('No, que siga durmiendo.')
  // What is on its way isn't discarded: it may come back.
  const refuseIt = await hold(page, '**/rpc/answer_question', { status: 500, json: {} })
  await question.getByRole('button', { name: 'Responder' }).click()
  await question.getByRole('button', { name: 'Descartar' }).click({ force: true })
  refuseIt()
  await expect(page.getByText('No sabemos si la respuesta ha llegado', { exact: true })).toBeVisible()
  await expect(reply).toHaveValue('No, que siga durmiendo.')
  await page.unroute('**/rpc/answer_question')
  // On the way to other words the text may be the one that was sent: the form stays, also after another part.
  await page.getByRole('link', { name: 'Semana' }).click()
  await page.getByRole('link', { name: 'Acompañamiento' }).click()
  await reply.fill('No, que siga.')
  await expect(reply).toBeFocused()
  await reply.fill('No, que siga un rato.')
  await signOut.click()
  await dialog.getByRole('button', { name: 'Salir y perderlas' }).click()
  await expect(page.getByLabel('Contraseña')).toBeVisible()
  await expect.poll(() => asksBeforeClosing(page)).toBe(false)
})

test('a question gets its reply, and a support its days, for which more time is asked', async ({
  consultant: { page, open },
  letIn,
  account,
  asFamily,
}) => {
  const familyId = await letIn(account)
  await asFamily('ask_consultant', { question: '¿La despierto de la última siesta?' })
  await asFamily('ask_consultant', { question: '¿Y los fines de semana?' })
  await open(`familia/${familyId}/acompanamiento`)
  const note = page.getByLabel('Tus notas sobre esta familia')

  const question = page.getByRole('listitem').filter({ hasText: '¿La despierto de la última siesta?' })
  await question.getByLabel('Tu respuesta').fill('Sí, a las cinco.')
  const next = page.getByRole('listitem').filter({ hasText: '¿Y los fines de semana?' })
  // Whoever goes on to the next question meanwhile isn't taken away from it.
  const letGo = await hold(page.context(), '**/rpc/answer_question')
  await question.getByRole('button', { name: 'Responder' }).click()
  await next.getByLabel('Tu respuesta').focus()
  letGo()
  await expect(page.getByText('Respuesta enviada', { exact: true })).toBeVisible()
  await expect(question.getByText(/^Marta Soler, /)).toBeVisible()
  await expect(next.getByLabel('Tu respuesta')).toBeFocused()
  expect(await asFamily('my_support')).toMatchObject({
    questions: [{ reply: null }, { reply: 'Sí, a las cinco.', replied_by: 'Marta Soler' }],
  })

  await page.getByLabel('Hasta', { exact: true }).fill('2026-01-15')
  await page.getByLabel('Desde', { exact: true }).fill('2026-02-15')
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await expect(page.getByText('El final es anterior al principio.')).toBeVisible()
  await expect(page.getByLabel('Hasta', { exact: true })).toBeFocused()
  await page.getByLabel('Desde', { exact: true }).fill('2025-12-15')
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await expect(page.getByText('Fechas guardadas', { exact: true })).toBeVisible()
  expect(await asFamily('my_support')).toMatchObject({
    support: { starts_on: '2025-12-15', ends_on: '2026-01-15' },
  })

  const later = addDays(localDateAt(Date.now(), MADRID), 500)
  await page.getByLabel('Hasta', { exact: true }).fill(later)
  await page.getByLabel('Desde', { exact: true }).fill(later)
  // An answer that comes late leaves the focus with whoever is writing elsewhere by then.
  const release = await hold(page.context(), '**/rpc/set_support')
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await note.focus()
  release()
  await expect(page.getByText('Puede empezar, como mucho, dentro de un año.')).toBeVisible()
  await expect(note).toBeFocused()
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await expect(page.getByLabel('Desde', { exact: true })).toBeFocused()
  await page.getByLabel('Desde', { exact: true }).fill('2025-12-15')
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await page.getByRole('button', { name: 'Pedir más tiempo' }).click()
  await expect(page.getByText('Petición enviada', { exact: true })).toBeVisible()
  expect(await asFamily('my_support')).toMatchObject({ requests: [{ ends_on: later }] })
  // The page says so, and doesn't offer it again.
  await expect(page.getByText(/^Le has pedido más tiempo .* aún no ha contestado\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pedir más tiempo' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Fechas y horario' })).toBeFocused()
})

test('dates that a colleague changes are kept by whoever only writes the hours', async ({
  consultant,
  letIn,
  account,
  asFamily,
}) => {
  const { page } = consultant
  const familyId = await letIn(account, { hours: 'Mañanas' })
  await consultant.open(`familia/${familyId}/acompanamiento`)
  const hours = page.getByLabel('Cuándo respondes')
  await expect(hours).toHaveValue('Mañanas')
  await hours.fill('Tardes')
  const today = localDateAt(Date.now(), MADRID)
  const dates = { starts_on: addDays(today, 3), ends_on: addDays(today, 40) }
  await consultant.call('set_support', { family_id: familyId, ...dates, hours: 'Mañanas' })
  await expect(page.getByLabel('Hasta', { exact: true })).toHaveValue(dates.ends_on)
  await expect(hours).toHaveValue('Tardes')
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await expect(page.getByText('Fechas guardadas', { exact: true })).toBeVisible()
  expect(await asFamily('my_support')).toMatchObject({ support: { ...dates, hours: 'Tardes' } })
})

test('an answer of before the dates were saved doesn’t take their place', async ({
  consultant: { page, open },
  letIn,
  account,
  asFamily,
}) => {
  const familyId = await letIn(account)
  const today = localDateAt(Date.now(), MADRID)
  const end = page.getByLabel('Hasta', { exact: true })
  await open(`familia/${familyId}/acompanamiento`)
  await end.fill(addDays(today, 50))
  // The first answer is of before, and whatever is asked after it is heard of later still.
  const newer = await hold(page, FAMILIES)
  const answered = new Promise<() => void>((tell) => {
    const holdBack = async (route: Route) => {
      const response = await route.fetch()
      await new Promise<void>((letGo) => tell(letGo))
      await route.fulfill({ response })
    }
    void page.route(FAMILIES, holdBack, { times: 1 })
  })
  await asFamily('ask_consultant', { question: '¿La despierto de la última siesta?' })
  const older = await answered
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await expect(page.getByText('Fechas guardadas', { exact: true })).toBeVisible()
  const isHeard = page.waitForResponse(FAMILIES)
  older()
  await (await isHeard).finished()
  await end.fill(addDays(today, 60))
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await expect.poll(() => asFamily('my_support')).toMatchObject({ support: { ends_on: addDays(today, 60) } })
  newer()
  await expect(page.getByText('¿La despierto de la última siesta?')).toBeVisible()
  await expect(end).toHaveValue(addDays(today, 60))
})

test('of two ends of a support at once neither is lost unsaid', async ({
  consultant,
  letIn,
  account,
  asFamily,
}) => {
  const { page } = consultant
  const familyId = await letIn(account, { hours: 'Mañanas' })
  const today = localDateAt(Date.now(), MADRID)
  const [mine, theirs, later] = [addDays(today, 50), addDays(today, 60), addDays(today, 70)]
  const colleague = (ends_on: string) =>
    consultant.call('set_support', { family_id: familyId, starts_on: today, ends_on, hours: 'Mañanas' })
  const end = page.getByLabel('Hasta', { exact: true })
  await consultant.open(`familia/${familyId}/acompanamiento`)
  await end.fill(mine)
  await colleague(theirs)
  const said = page.getByText(/^Ha cambiado mientras escribías/)
  await expect(said).toContainText(`hasta el ${longDate(theirs)}`)
  await expect(end).toHaveValue(mine)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Dejar lo guardado' }).click()
  await expect(end).toHaveValue(theirs)
  await expect(page.getByRole('heading', { name: 'Fechas y horario' })).toBeFocused()

  // The page doesn't hear of the next one before it sends its own.
  await page.route('**/rpc/consulted_changes', (route) => route.abort())
  await page.route(FAMILIES, (route) => route.abort())
  await colleague(later)
  await end.fill(mine)
  await page.getByRole('button', { name: 'Guardar fechas' }).click()
  await expect(page.getByText('Han cambiado mientras escribías', { exact: true })).toBeVisible()
  await expect(said).toContainText(`hasta el ${longDate(later)}`)
  expect(await asFamily('my_support')).toMatchObject({ support: { ends_on: later } })
  await page.getByRole('button', { name: 'Guardar lo mío' }).click()
  await expect(page.getByText('Fechas guardadas', { exact: true })).toBeVisible()
  expect(await asFamily('my_support')).toMatchObject({ support: { ends_on: mine, hours: 'Mañanas' } })
})

test('an end whose answer got lost is her own, and the next one takes its place', async ({
  consultant,
  letIn,
  account,
  asFamily,
}) => {
  const { page } = consultant
  const familyId = await letIn(account)
  const today = localDateAt(Date.now(), MADRID)
  const end = page.getByLabel('Hasta', { exact: true })
  const save = page.getByRole('button', { name: 'Guardar fechas' })
  await consultant.open(`familia/${familyId}/acompanamiento`)
  await end.fill(addDays(today, 50))
  // Neither does the page hear in another way that it has arrived.
  await page.route('**/rpc/consulted_changes', (route) => route.abort())
  await page.route(FAMILIES, (route) => route.abort())
  await loseAnswer(page, '**/rpc/set_support')
  await save.click()
  await expect(page.getByText('No sabemos si las fechas se han guardado', { exact: true })).toBeVisible()
  await end.fill(addDays(today, 60))
  await save.click()
  await expect(page.getByText('Fechas guardadas', { exact: true })).toBeVisible()
  expect(await asFamily('my_support')).toMatchObject({ support: { ends_on: addDays(today, 60) } })
})

test('a support that still can’t be read is said to be so, and has the focus as soon as it can', async ({
  consultant: { page, open },
  letIn,
  account,
}) => {
  const familyId = await letIn(account)
  await page.route('**/rpc/consulted_family', (route) => route.abort())
  await open(`familia/${familyId}/acompanamiento`)
  await expect(page.getByRole('alert')).toHaveText('El servidor no contesta. Se vuelve a probar cada minuto.')
  const again = page.getByRole('button', { name: 'Volver a probar' })
  await again.click()
  await expect(page.getByText('El servidor sigue sin contestar.')).toBeVisible()
  await page.unroute('**/rpc/consulted_family')
  await again.click()
  await expect(page.getByRole('heading', { name: 'Preguntas' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Acompañamiento' })).toBeFocused()
})
