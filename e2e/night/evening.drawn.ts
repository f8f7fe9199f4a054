import { expect } from '../kit/carer.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE } from './clock.ts'
import { test } from './drawn-clock.ts'

test.use({ viewport: SMALL_PHONE })

test.describe('in the evening', () => {
  test('the night is logged with 3 taps: +, «Sí, noche», ✓; a nap with 2', async ({ phone, family }) => {
    const { page } = phone
    const form = sleepForm(page)
    const question = form.screen.getByRole('group', { name: '¿Es la noche?' })
    await atTime(phone, EVENING, '20:05')
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await expect(question).toBeVisible()
    const [asked, type] = await Promise.all([question.boundingBox(), form.type('Siesta').boundingBox()])
    expect(asked?.y).toBeLessThan(type?.y ?? 0)
    await question.getByRole('button', { name: 'Sí, noche' }).tap()
    await expect(question).toBeHidden()
    await expect(form.type('Noche')).toBeChecked()
    await expect(form.type('Noche')).toBeFocused()
    await form.confirmStart.tap()
    await phone.expectToast('Hora de inicio guardada')
    await expect.poll(() => family.records()).toMatchObject([{ type: 'noche', start_time: '20:05' }])
  })

  test('a nap is still 2 taps, and becomes the night with 1 more', async ({ phone, family }) => {
    const form = sleepForm(phone.page)
    await atTime(phone, EVENING, '20:05')
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.confirmStart.tap()
    await phone.expectToast('Hora de inicio guardada')
    await expect.poll(() => family.records()).toMatchObject([{ type: 'siesta', start_time: '20:05' }])
    await form.button('Sí, noche').tap()
    await expect.poll(() => family.records()).toMatchObject([{ type: 'noche', start_time: '20:05' }])
  })

  test('«No, siesta» ends the question, until the next sleep', async ({ phone }) => {
    const form = sleepForm(phone.page)
    await atTime(phone, EVENING, '20:05')
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.button('No, siesta').tap()
    await expect(form.screen.getByText('¿Es la noche?')).toBeHidden()
    await expect(form.type('Siesta')).toBeChecked()
    await form.cancel.click()
    await phone.goTo('Añadir descanso')
    await expect(form.screen.getByText('¿Es la noche?')).toBeVisible()
  })

  test('whether it is the night is asked 90 minutes before the usual bedtime, and not in the afternoon', async ({
    phone,
    family,
  }) => {
    const form = sleepForm(phone.page)
    const question = form.screen.getByText('¿Es la noche?')
    for (const day of ['2025-08-07', '2025-08-08', '2025-08-09']) {
      await family.logs(sleep('noche', day, '18:30', '06:30'))
    }
    await atTime(phone, EVENING, '16:55')
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await expect(form.start).toHaveValue('16:55')
    await expect(question).toBeHidden()
    await form.cancel.click()
    await atTime(phone, EVENING, '17:00')
    await phone.goTo('Añadir descanso')
    await expect(question).toBeVisible()
  })
})

test.describe('a nap that is rather the night', () => {
  test('past 21:00 becomes the night with 1 tap on the diary’s head, and 1 tap undoes it', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    const change = page.getByRole('button', { name: '¿Cambiar a noche?' })
    await family.logs(sleep('siesta', EVENING, '20:05'))
    await atTime(phone, EVENING, '20:59')
    await phone.signIn()
    await phone.goTo('Diario')
    await expect(page.getByText('Durmiendo desde 20:05')).toBeVisible()
    await expect(change).toBeHidden()
    await atTime(phone, EVENING, '21:00')
    await expect(change).toBeInViewport()
    await change.tap()
    await phone.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de noche.')
    await phone.holdToast()
    await expect(change).toBeHidden()
    await expect(page.locator(':focus')).toContainText('Durmiendo desde 20:05')
    await expect(page.getByRole('button', { name: 'Terminar noche · 21:00' })).toBeVisible()
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(page.getByRole('button', { name: 'Terminar siesta · 21:00' })).toBeVisible()
    await expect.poll(() => family.records()).toMatchObject([{ type: 'siesta', end_time: null }])
  })

  test('of the early morning is asked about for when it began', async ({ phone, family }) => {
    await family.logs(sleep('siesta', MORNING, '05:30'))
    await atTime(phone, MORNING, '05:50')
    await phone.signIn()
    await phone.goTo('Diario')
    await phone.page.getByRole('button', { name: 'Terminar siesta · 05:50' }).tap()
    const asked = phone.page.getByRole('region', { name: 'Revisa antes de terminar' })
    await expect(asked.getByRole('listitem')).toHaveText('Empezó de madrugada: quizá sea la noche.')
  })

  test('of 11 hours is asked about when it ends: the night with 2 taps, a nap all the same with 2', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    await family.logs(sleep('siesta', EVENING, '20:05'))
    await atTime(phone, MORNING, '07:05')
    await phone.signIn()
    await phone.goTo('Diario')
    const asked = page.getByRole('region', { name: 'Revisa antes de terminar' })
    await page.getByRole('button', { name: 'Terminar siesta · 07:05' }).tap()
    await expect(asked.getByText('Es una siesta de más de 4 horas.')).toBeVisible()
    await expect(asked.getByText('Pasa de las 21:00: quizá sea la noche.')).toBeVisible()
    await expect(asked.getByRole('button', { name: 'Es una noche' })).toBeInViewport({ ratio: 1 })
    expect((await family.records())[0]?.end_time).toBeNull()
    await asked.getByRole('button', { name: 'Volver' }).tap()
    await expect(asked).toBeHidden()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Terminar siesta · 07:05' })).toBeFocused()
    await page.getByRole('button', { name: 'Terminar siesta · 07:05' }).tap()
    await asked.getByRole('button', { name: 'Es una noche' }).tap()
    await phone.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de noche. Duró 11h 0m.')
    await phone.holdToast()
    await expect
      .poll(() => family.records())
      .toMatchObject([{ type: 'noche', end_time: '07:05', duration: 660 }])
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect
      .poll(() => family.records())
      .toMatchObject([{ type: 'siesta', end_time: null, duration: null }])
    await page.getByRole('button', { name: 'Terminar siesta · 07:05' }).tap()
    await asked.getByRole('button', { name: 'Terminar siesta de todos modos' }).tap()
    await expect.poll(() => family.records()).toMatchObject([{ type: 'siesta', end_time: '07:05' }])
  })
})

test.describe('what looks odd about an end', () => {
  test('is said where it is set, and 1 tap more sets it: a chip, over another record', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    await family.logs(sleep('siesta', MORNING, '14:10'), sleep('siesta', MORNING, '14:00', '14:20'))
    await atTime(phone, MORNING, '15:00')
    await phone.signIn()
    await phone.goTo('Diario')
    await page.getByRole('button', { name: '−15 min' }).tap()
    await expect(page.getByText('Se solapa con una siesta (14:00 – 14:20).')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Es una noche' })).toBeHidden()
    await page.getByRole('button', { name: 'Terminar siesta de todos modos' }).tap()
    await phone.expectToast('¡Descanso actualizado!', 'Duró 35m.')
  })

  test('is said of a sleep that nobody ended for over 16 hours', async ({ phone, page, family }) => {
    await family.logs(sleep('siesta', EVENING, '13:00'))
    await atTime(phone, MORNING, '09:00')
    await phone.signIn()
    await phone.goTo('Diario')
    const diary = page.getByRole('region', { name: 'Diario' })
    await diary.getByLabel('Hora de fin').fill('18:00')
    await diary.getByRole('button', { name: 'Guardar', exact: true }).first().tap()
    await expect(diary.getByText('Es una siesta de más de 4 horas.')).toBeVisible()
    await diary.getByRole('button', { name: 'Volver' }).tap()
    await expect(diary.getByLabel('Hora de fin')).toHaveValue('18:00')
    await diary.getByRole('button', { name: 'Guardar', exact: true }).first().tap()
    await diary.getByRole('button', { name: 'Terminar siesta de todos modos' }).tap()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '18:00', duration: 300 }])
  })

  test('nothing odd: a sleep ends with 1 tap, and the toast says how long it was', async ({
    phone,
    family,
  }) => {
    await family.logs(sleep('siesta', MORNING, '14:00'))
    await atTime(phone, MORNING, '15:12')
    await phone.signIn()
    await phone.goTo('Diario')
    await phone.page.getByRole('button', { name: 'Terminar siesta · 15:12' }).tap()
    await phone.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de siesta. Duró 1h 12m.')
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '15:12', duration: 72 }])
  })
})

test.describe('a form that was opened before midnight', () => {
  test('«Ahora» past midnight is of the new day', async ({ phone, family }) => {
    const form = sleepForm(phone.page)
    await atTime(phone, EVENING, '23:55')
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.type('Noche').check()
    await expect(form.date).toHaveValue(EVENING)
    await atTime(phone, MORNING, '00:30')
    await form.startNow.tap()
    await expect(form.date).toHaveValue(MORNING)
    await form.confirmStart.tap()
    await phone.expectToast('Hora de inicio guardada')
    await expect.poll(() => family.records()).toMatchObject([{ date: MORNING, start_time: '00:30' }])
  })
})

test.describe('in the morning', () => {
  test('a start that is still to come is said to be, and one tap makes it yesterday’s', async ({
    phone,
    family,
  }) => {
    const form = sleepForm(phone.page)
    await atTime(phone, MORNING, '07:52')
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.start.fill('15:40')
    const notice = form.screen.getByRole('group', { name: 'Esa hora aún no ha llegado.' })
    await expect(notice).toBeInViewport({ ratio: 1 })
    await notice.getByRole('button', { name: 'Fue ayer' }).tap()
    await expect(notice).toBeHidden()
    await expect(form.type('Siesta')).toBeFocused()
    await expect(form.date).toHaveValue(EVENING)
    // The day was said: it stays, whatever time is typed next.
    await form.start.fill('07:10')
    await expect(form.date).toHaveValue(EVENING)
    await form.start.fill('15:40')
    await expect(form.date).toHaveValue(EVENING)
    await form.confirmStart.tap()
    await phone.expectToast('Hora de inicio guardada')
    await expect.poll(() => family.records()).toMatchObject([{ date: EVENING, start_time: '15:40' }])
  })

  test('a wake-up that is still to come is said to be, and stored all the same', async ({
    phone,
    family,
  }) => {
    await atTime(phone, MORNING, '08:20')
    await phone.signIn()
    await phone.goTo('Diario')
    await phone.page.getByLabel('A qué hora despertó?').fill('20:15')
    const said = phone.page.getByText('Esa hora aún no ha llegado.')
    await expect(said).toBeInViewport({ ratio: 1 })
    await phone.page.getByLabel('A qué hora despertó?').fill('08:15')
    await expect(said).toBeHidden()
    await phone.page.getByLabel('A qué hora despertó?').fill('20:15')
    await phone.page.getByRole('button', { name: 'Guardar', exact: true }).first().tap()
    await phone.expectToast('¡Despertar registrado!')
    await expect.poll(() => family.records()).toMatchObject([{ type: 'despertar', time: '20:15' }])
  })

  test('a night that began in the evening is yesterday’s, and never runs from the evening to come', async ({
    phone,
    family,
  }) => {
    const form = sleepForm(phone.page)
    await atTime(phone, MORNING, '07:52')
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.type('Noche').check()
    await form.start.fill('20:40')
    await expect(form.screen.getByRole('group', { name: 'Es la noche de ayer' })).toBeInViewport({ ratio: 1 })
    await form.confirmStart.tap()
    await phone.expectToast('Hora de inicio guardada', 'Es la noche de ayer')
    await expect(form.date).toHaveValue(EVENING)
    await form.enterEnd('07:05')
    await form.save.tap()
    await phone.expectToast('¡Descanso guardado!', 'Se ha registrado noche de 10h 25m.')
    await expect
      .poll(() => family.records())
      .toMatchObject([{ type: 'noche', date: EVENING, start_time: '20:40', end_time: '07:05' }])
  })

  test('«No, de hoy» leaves the night where it is', async ({ phone, family }) => {
    const form = sleepForm(phone.page)
    await atTime(phone, MORNING, '07:52')
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.type('Noche').check()
    await form.start.fill('20:40')
    await form.button('No, de hoy').tap()
    await expect(form.screen.getByText('Es la noche de ayer')).toBeHidden()
    await form.confirmStart.tap()
    await phone.expectToast('Hora de inicio guardada')
    await expect.poll(() => family.records()).toMatchObject([{ date: MORNING, start_time: '20:40' }])
  })
})
