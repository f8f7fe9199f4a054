import type { BrowserContext } from '@playwright/test'
import { hold, refuse } from '../kit/answers.ts'
import { expect } from '../kit/carer.ts'
import { countWaiting } from '../kit/phone-session.ts'
import { planForm } from '../kit/plan-form.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

test.describe('what the server refuses for good stays visible, and can be retried or discarded', () => {
  test('a new record', async ({ phone, page, context, family }) => {
    await phone.signIn()
    await refuse(context, 'POST', 'sleep_records')
    await phone.logWakeUp()
    await phone.expectToast('Error', 'No se pudo guardar el registro.')
    await expect(phone.records).toContainText('Hora: 08:20')
    await expect(phone.records.getByRole('img', { name: 'No se pudo enviar' })).toBeVisible()
    await expect(phone.seen('Un cambio no se pudo enviar')).toBeVisible()

    const refusedAgain = page.waitForResponse((answer) => answer.status() === 400)
    await phone.seenButton('Reintentar').click()
    await refusedAgain
    // A page that is loaded anew before this is stored would send it by itself.
    await expect.poll(() => countWaiting(page)).toBe(0)
    await expect(phone.records.getByRole('img', { name: 'No se pudo enviar' })).toBeVisible()
    await accept(context)
    await phone.reload()
    await expect(phone.records.getByRole('img', { name: 'No se pudo enviar' })).toBeVisible()
    await phone.seenButton('Reintentar').click()
    await expect(phone.records.getByRole('img', { name: 'No se pudo enviar' })).toBeHidden()
    await expect(phone.records).toContainText('Hora: 08:20')
    await expect.poll(() => family.records()).toMatchObject([{ type: 'despertar', time: '08:20' }])
  })

  test('an edit, given up', async ({ phone, page, context, family }) => {
    const form = sleepForm(page)
    await family.logs(sleep('siesta', TODAY, '13:00', '14:00', 'buena'))
    await phone.signIn()
    await refuse(context, 'PATCH', 'sleep_records')
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await form.quality('Mala').check()
    await form.save.click()
    await phone.expectToast('Error', 'No se pudo actualizar el registro.')
    await expect(phone.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
    await phone.seenButton('Descartar').click()
    const dialog = page.getByRole('alertdialog', { name: '¿Descartar lo que no se pudo enviar?' })
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(phone.records.getByRole('img', { name: 'Calidad: Mala' })).toBeVisible()
    await phone.seenButton('Descartar').click()
    await dialog.getByRole('button', { name: 'Descartar' }).click()
    await expect(phone.records.getByRole('img', { name: 'Calidad: Buena' })).toBeVisible()
    await expect(phone.seenButton('Reintentar')).toHaveCount(0)
  })

  test('a deletion: the record is back', async ({ phone, context, family }) => {
    await family.logs(sleep('siesta', TODAY, '13:00', '14:00'))
    await phone.signIn()
    await refuse(context, 'DELETE', 'sleep_records')
    await phone.deleteRecord()
    await phone.expectToast('Error', 'No se pudo eliminar el registro.')
    await expect(phone.records).toContainText('13:00 – 14:00')
    await expect(phone.records.getByRole('img', { name: 'No se pudo enviar' })).toBeVisible()
  })

  test('several, decided one by one: the list that empties is closed, and a later refusal opens none', async ({
    phone,
    page,
    context,
    family,
  }) => {
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'), sleep('siesta', TODAY, '13:00', '14:00'))
    await phone.signIn()
    await refuse(context, 'DELETE', 'sleep_records')
    await phone.deleteRecord('10:00')
    await phone.deleteRecord('13:00')
    await expect(phone.seen('2 cambios no se pudieron enviar')).toBeVisible()
    await phone.seenButton('Ver').click()
    const list = page.getByRole('dialog', { name: 'Cambios sin enviar' })
    await accept(context)
    await list.getByRole('button', { name: 'Reintentar todos' }).click()
    await expect(list).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeFocused()
    await expect.poll(() => family.records()).toEqual([])
    await refuse(context, 'POST', 'sleep_records')
    await phone.logWakeUp()
    await expect(phone.seen('Un cambio no se pudo enviar')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('by keyboard: what had the focus goes, and it moves to the day’s heading', async ({
    phone,
    page,
    context,
    family,
  }) => {
    const today = page.getByRole('heading', { name: 'Hoy', exact: true })
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'), sleep('siesta', TODAY, '13:00', '14:00'))
    await phone.signIn()
    await refuse(context, 'DELETE', 'sleep_records')
    await phone.deleteRecord('10:00')
    await phone.seenButton('Descartar').press('Enter')
    const dialog = page.getByRole('alertdialog', { name: '¿Descartar lo que no se pudo enviar?' })
    await dialog.getByRole('button', { name: 'Descartar' }).press('Enter')
    await expect(phone.seenButton('Descartar')).toHaveCount(0)
    await expect(today).toBeFocused()

    await phone.deleteRecord('13:00')
    await expect(phone.seenButton('Reintentar')).toBeVisible()
    await accept(context)
    await phone.seenButton('Reintentar').press('Enter')
    await expect(phone.seenButton('Reintentar')).toHaveCount(0)
    await expect(today).toBeFocused()
  })

  for (const { what, table, label, value, says } of [
    {
      what: 'the baby',
      table: 'baby_info',
      label: 'Nombre',
      value: 'Luna',
      says: 'No se pudo actualizar la información del bebé.',
    },
    {
      what: 'the plan',
      table: 'sleep_plans',
      label: 'Ventana de sueño tras despertar',
      value: '2h',
      says: 'No se pudo actualizar el plan de sueño.',
    },
  ]) {
    test(what, async ({ phone, page, context }) => {
      await phone.signIn()
      await refuse(context, 'PATCH', table)
      await phone.goTo('Plan')
      await planForm(page).screen.getByLabel(label).fill(value)
      await page.getByRole('button', { name: 'Guardar Cambios' }).click()
      await phone.expectToast('Error', says)
      await expect(phone.seen('Un cambio no se pudo enviar')).toBeVisible()
    })
  }
})

test('when the first download fails it says so, records can be logged, and it comes by itself later', async ({
  phone,
  context,
  family,
}) => {
  const { page } = phone
  await family.logs(wakeUp(TODAY, '08:20'))
  await context.route(/\/rest\/v1\//, (route) => route.abort('internetdisconnected'))
  await phone.signIn()
  await phone.expectToast(
    'Error de Conexión',
    'No se pudieron cargar tus datos. Por favor, revisa tu conexión y refresca la página.',
  )
  const form = sleepForm(page)
  await phone.goTo('Añadir descanso')
  await form.enterStart('13:00')
  await form.enterEnd('14:00')
  await form.save.click()
  await phone.expectToast('¡Descanso guardado!')
  await context.unroute(/\/rest\/v1\//)
  await expect(phone.records).toHaveCount(2)
  await expect.poll(async () => (await family.records()).length).toBe(2)
})

test('while the data load the whole screen says so', async ({ phone: carer, page, context }) => {
  const answer = await hold(context, /\/rest\/v1\//)
  await carer.open()
  await carer.enterPassword()
  const loader = page.getByRole('status').filter({ hasText: 'Cargando datos...' })
  await expect(loader).toContainText('Un momento, por favor.')
  expect((await loader.boundingBox())?.height).toBe(844)
  await expect(carer.tabBar).toBeHidden()
  answer()
  await expect(carer.tabBar).toBeVisible()
  await expect(loader).toBeHidden()
})

async function accept(context: BrowserContext): Promise<void> {
  await context.unrouteAll()
}
