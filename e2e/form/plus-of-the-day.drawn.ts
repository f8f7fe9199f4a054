import { expect } from '../kit/carer.ts'
import { type DrawnCarer, test } from '../kit/drawn/drawn-story.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { countTaps } from '../kit/taps.ts'

const TODAY = '2025-08-11'
const SUNDAY = '2025-08-10'

test.use({ viewport: { width: 375, height: 667 } })

const look = (carer: DrawnCarer, date: string) =>
  carer.page.getByRole('textbox', { name: 'Fecha' }).locator('visible=true').fill(date)

/** Begins a nap of Sunday, and goes on to today. */
async function beginSunday(carer: DrawnCarer) {
  const form = sleepForm(carer.page)
  await look(carer, SUNDAY)
  await carer.goTo('Añadir descanso')
  await form.start.fill('13:00')
  await form.quality('Mala').check()
  await carer.goTo('Diario')
  await look(carer, TODAY)
  return form
}

test('«+» under a past day is of that day: 1 tap', async ({ carer }) => {
  const form = sleepForm(carer.page)
  await look(carer, SUNDAY)
  const taps = await countTaps(carer.page, async () => {
    await carer.goTo('Añadir descanso')
    await expect(form.date).toHaveValue(SUNDAY)
  })
  expect(taps).toBe(1)
  await expect(form.start).toHaveValue('')
  await form.cancel.click()
  await look(carer, TODAY)
  await carer.goTo('Añadir descanso')
  await expect(form.date).toHaveValue(TODAY)
  await expect(form.start).toHaveValue('16:20')
})

test.describe('what was begun for another day', () => {
  test('is offered by name, never brought back by itself: a nap of today is 2 taps as ever', async ({
    carer,
    family,
  }) => {
    const form = await beginSunday(carer)
    const taps = await countTaps(carer.page, async () => {
      await carer.goTo('Añadir descanso')
      await form.confirmStart.click()
      await carer.expectToast('Hora de inicio guardada')
    })
    expect(taps).toBe(2)
    const offer = 'Tienes a medias: Siesta del domingo 10'
    await expect(form.screen.getByText(offer)).toBeVisible()
    await expect(form.button('Seguir con ella')).toHaveAccessibleDescription(offer)
    await expect(form.button('Empezar de nuevo')).toHaveAccessibleDescription(offer)
    await expect.poll(() => family.records()).toMatchObject([{ date: TODAY, start_time: '16:20' }])
  })

  test('goes on with 1 tap, as it was left', async ({ carer, family }) => {
    const form = await beginSunday(carer)
    await carer.goTo('Añadir descanso')
    const taps = await countTaps(carer.page, () => form.button('Seguir con ella').click())
    expect(taps).toBe(1)
    await expect(form.date).toHaveValue(SUNDAY)
    await expect(form.start).toHaveValue('13:00')
    await expect(form.quality('Mala')).toBeChecked()
    await expect(form.screen.getByText(/^Tienes a medias/)).toBeHidden()
    await form.confirmStart.click()
    await form.enterEnd('14:00')
    await form.save.click()
    await carer.expectToast('¡Descanso guardado!')
    await expect
      .poll(() => family.records())
      .toMatchObject([{ date: SUNDAY, end_time: '14:00', quality: 'mala' }])
  })

  test('is given up with 1 tap, and stays gone', async ({ carer }) => {
    const form = await beginSunday(carer)
    await carer.goTo('Añadir descanso')
    await form.button('Empezar de nuevo').click()
    await expect(form.screen.getByText(/^Tienes a medias/)).toBeHidden()
    await expect(form.type('Siesta')).toBeFocused()
    await expect(form.date).toHaveValue(TODAY)
    await form.cancel.click()
    await carer.goTo('Añadir descanso')
    await expect(form.date).toHaveValue(TODAY)
    await expect(form.screen.getByText(/^Tienes a medias/)).toBeHidden()
  })

  test('comes back under its own day', async ({ carer }) => {
    const form = await beginSunday(carer)
    await carer.goTo('Añadir descanso')
    await form.cancel.click()
    await look(carer, SUNDAY)
    await carer.goTo('Añadir descanso')
    await expect(form.start).toHaveValue('13:00')
  })

  test('isn’t lost to the diary’s own buttons either', async ({ family, phone }) => {
    await family.logs(sleep('siesta', TODAY, '10:00', '11:00'))
    await phone.signIn()
    const form = await beginSunday(phone)
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await form.feedings.fill('2')
    await form.button('Seguir con ella').click()
    await expect(form.start).toHaveValue('13:00')
    await expect(form.screen.getByText('Tienes a medias: Siesta de hoy')).toBeVisible()
    await form.button('Seguir con ella').click()
    await expect(form.title).toHaveText('Editar Descanso')
    await expect(form.feedings).toHaveValue('2')
  })
})

test('«+» leads to the sleep that runs, under whatever day', async ({ family, phone }) => {
  const form = sleepForm(phone.page)
  await family.logs(sleep('siesta', TODAY, '15:38'))
  await phone.signIn()
  await phone.goTo('Diario')
  await look(phone, SUNDAY)
  await phone.goTo('Añadir descanso')
  await expect(form.start).toHaveValue('15:38')
})

test('«+» beside a sleep that nobody ended is a new one, as by the diary’s own button', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', SUNDAY, '17:00'))
  await phone.signIn()
  // It is asked about when the app is opened, and in the diary.
  await expect(form.title).toHaveText('Editar Descanso')
  await phone.goTo('Diario')
  await expect(page.getByRole('heading', { name: '¿A qué hora terminó este sueño?' })).toBeVisible()
  const buttons = [
    phone.tabBar.getByRole('button', { name: 'Añadir descanso' }),
    page.getByRole('main').getByRole('button', { name: 'Añadir descanso' }),
  ]
  for (const button of buttons) {
    await button.click()
    await expect(form.title).toHaveText('Añadir Descanso')
    await expect(form.date).toHaveValue(TODAY)
    await expect(form.start).toHaveValue('16:20')
    await form.cancel.click()
  }
})
