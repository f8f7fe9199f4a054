import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible.ts'
import type { Carer } from '../kit/carer.ts'
import { type Consultant, test } from './consultant.ts'
import { carersOf, expect, invite } from './household.ts'

/* What a professional asks, sees and proposes, and what the family makes of it. */

test.use({ viewport: { width: 375, height: 812 } })

const support = { starts_on: '2025-12-03', ends_on: '2035-12-01' }
const asking = { purpose: 'Para ver sus siestas.', ...support, hours: 'de lunes a viernes, de 9 a 18' }

const line = (page: Page, text: string) => page.getByRole('button', { name: text })

/** The professional asks; the family reads it on its diary and says yes. Returns the family's id. */
async function letIn(carer: Carer, consultant: Consultant, email: string): Promise<string> {
  await consultant.call('ask_family', { email, ...asking })
  await line(carer.page, 'BSC pide ver el sueño de Lucía').click()
  await carer.page.getByRole('dialog').getByRole('button', { name: 'Dar acceso' }).click()
  await carer.expectToast('Marta ya puede ver el diario')
  await expect(carer.page.getByRole('heading', { level: 1 })).toBeFocused()
  const told = (await consultant.call('consulted_families', {})) as { families: { family_id: string }[] }
  return told.families[0]?.family_id ?? ''
}

async function ask(carer: Carer, question: string): Promise<void> {
  await carer.goTo('Plan')
  await carer.page.getByRole('button', { name: 'Preguntar' }).click()
  const sheet = carer.page.getByRole('dialog', { name: 'Preguntas a tu profesional' })
  await sheet.getByLabel('Tu pregunta').fill(question)
  await expectAccessible(carer.page)
  await sheet.getByRole('button', { name: 'Enviar' }).click()
  await carer.expectToast('Pregunta enviada')
}

async function readHistory(carer: Carer) {
  await carersOf(carer).history.click()
  return carer.page.getByRole('dialog', { name: 'Qué ha pasado' }).getByRole('listitem')
}

test('what is asked is read on the diary and granted; a question is answered, each look can be read, one tap ends it', async ({
  carer,
  page,
  consultant,
  familyEmail,
}) => {
  const family_id = await letIn(carer, consultant, familyEmail)
  await expect(line(page, 'BSC pide ver')).toHaveCount(0)
  await consultant.call('open_family', { family_id, part: 'diary' })
  await consultant.call('open_family', { family_id, part: 'week' })
  await ask(carer, '¿La despierto de la siesta?')
  const told = (await consultant.call('consulted_family', { family_id })) as { questions: { id: string }[] }
  await consultant.call('answer_question', { id: told.questions[0]?.id, reply: 'Sí, a las dos horas.' })
  await consultant.call('set_support', { family_id, ...support, hours: 'de 9 a 18' })
  await carer.goTo('Diario')
  await line(page, 'Marta ha contestado a tu pregunta').click()
  await expect(page.getByRole('list', { name: 'Lo que has preguntado' })).toContainText(
    'Sí, a las dos horas.',
  )
  await page.keyboard.press('Escape')
  await expect(line(page, 'Marta ha contestado')).toHaveCount(0)

  await carer.goTo('Plan')
  const carers = carersOf(carer)
  await expect(carers.person('Marta')).toContainText(
    /Profesional: solo mira · hasta el 31 de diciembre de 2035/,
  )
  await expect(page.getByText('Contestan: de 9 a 18.')).toBeVisible()
  await expectAccessible(page)
  const history = await readHistory(carer)
  await expect(history).toHaveText([
    /^Marta cambió tu acompañamiento/,
    /^Marta vio el diario y el gráfico/,
    /^Diste acceso a Marta \(profesional\).* · con acceso hasta el 31 de diciembre de 2035$/,
    /^BSC \(Marta\) pidió ver el diario/,
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Quitar el acceso a Marta' }).click()
  await carer.expectToast('Marta ya no ve el diario', 'Si cambias de idea, puede volver a pedírtelo.')
  await expect(carers.people).toHaveCount(0)
  await expect(consultant.call('open_family', { family_id, part: 'plan' })).rejects.toThrow('403')
})

test('what is refused opens nothing, and is in the history', async ({
  carer,
  page,
  consultant,
  familyEmail,
}) => {
  await consultant.call('ask_family', { email: familyEmail, ...asking })
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Ver qué pide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'No, gracias' }).click()
  await carer.expectToast('No le has dado acceso', 'Marta no ve nada.')
  await expect(page.getByRole('button', { name: 'Ver qué pide' })).toHaveCount(0)
  await expect(page.getByText('Quién cuida de Lucía')).toBeFocused()
  expect(await consultant.call('consulted_families', {})).toMatchObject({ families: [], requests: [] })
  await expect(await readHistory(carer)).toHaveText([/^No le diste acceso a Marta/, /^BSC \(Marta\) pidió/])
  await page.keyboard.press('Escape')
  await carer.signOut()
  await carer.whenSignedOut()
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('support')))
  await expect.poll(kept).toEqual([])
})

test('a proposed plan is taken without a network, arrives once, and the professional is told', async ({
  carer,
  page,
  family,
  consultant,
  familyEmail,
}) => {
  const family_id = await letIn(carer, consultant, familyEmail)
  const { naps_count, naps, night_bedtime } = await family.plan()
  await consultant.call('propose_plan', {
    family_id,
    sentence: 'Un solo cambio: aguanta un poco más por la mañana.',
    first_wake_window: '2h 00min',
    naps_count,
    naps,
    night_bedtime,
  })
  await expect(line(page, 'Marta te propone un plan')).toBeVisible()
  await carer.loseApi()
  await carer.goTo('Plan')
  await page.getByRole('button', { name: 'Probar este plan' }).click()
  await carer.expectToast('Este es ahora tu plan', 'Marta sabrá que lo estás probando.')
  await expect(page.getByLabel('Ventana de sueño tras despertar')).toHaveValue('2h 00min')
  await expect(page.getByRole('heading', { name: 'Marta te propone un plan' })).toHaveCount(0)
  await carer.reload()
  expect(await proposalOf(consultant, family_id)).toBeNull()
  await carer.regainApi()
  await expect.poll(() => proposalOf(consultant, family_id)).toBe('taken')
  await expect.poll(() => family.plan()).toMatchObject({ first_wake_window: '2h 00min' })
})

async function proposalOf(consultant: Consultant, family_id: string): Promise<string | null | undefined> {
  const told = (await consultant.call('consulted_family', { family_id })) as {
    proposals: { answer: string | null }[]
  }
  return told.proposals[0]?.answer
}

test('an invitation for a professional is hers alone, and leads her to the console', async ({
  carer,
  otherPhone,
  newContext,
  consultant,
}) => {
  // Until when somebody is in is the database's matter, whose clock is the real one.
  const link = await invite(carer, 'Marta', 'Profesional que nos asesora', '2090-12-31')
  await expect(carersOf(carer).invitation('Marta')).toContainText('Profesional: solo mira')
  const other = await otherPhone()
  await other.signIn()
  await other.page.goto(link)
  const refused = other.page.getByRole('dialog', { name: 'Esta invitación es para profesionales' })
  await expect(refused).toContainText(
    /cuenta de un profesional de BSC.* pide una invitación para cuidar o para mirar/,
  )
  await expectAccessible(other.page)

  const hers = await (await newContext()).newPage()
  await consultant.signInOn(hers)
  await hers.goto(link)
  await hers.getByRole('button', { name: /^Entrar como marta-/ }).click()
  const taken = hers.getByRole('dialog', { name: 'Ya tienes el diario en la consola' })
  await expect(taken.getByRole('link', { name: 'Abrir la consola' })).toHaveAttribute('href', '/consola')
  await expectAccessible(hers)
  await taken.getByRole('button', { name: 'Cerrar' }).click()
  await expect(hers.getByText('Mi bebé').first()).toBeVisible()
  expect(await consultant.call('consulted_families', {})).toMatchObject({
    families: [{ baby_name: 'Lucía' }],
  })
})
