import { expect } from '../kit/carer.ts'
import type { DrawnFamily } from '../kit/drawn/drawn-family.ts'
import type { DrawnCarer } from '../kit/drawn/drawn-story.ts'
import { refuseToStore } from '../kit/full-disk.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE } from './clock.ts'
import { test } from './drawn-clock.ts'

test.use({ viewport: SMALL_PHONE })

const ends = ({ page }: DrawnCarer) => page.getByRole('button', { name: /^Terminar noche/ })

async function wakeUpAt({ page }: DrawnCarer, time: string) {
  await page.getByLabel('A qué hora despertó?').fill(time)
  await page.getByRole('button', { name: 'Guardar', exact: true }).first().tap()
}

/** A wake-up at 03:10, a quarter of an hour after the night was ended. */
async function wakeUpAfterNight(phone: DrawnCarer, family: DrawnFamily, noted: { wake_ups?: number } = {}) {
  await family.logs({ ...sleep('noche', EVENING, '20:30', '02:55'), ...noted })
  await atTime(phone, MORNING, '03:10')
  await phone.signIn()
  await wakeUpAt(phone, '03:10')
}

test.describe('a wake-up at 03:10', () => {
  test('«Sigue la noche» is 1 tap and counts a waking; in the morning 1 tap ends the night then', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    await family.logs(sleep('noche', EVENING, '20:30'))
    await atTime(phone, MORNING, '03:10')
    await phone.signIn()
    await phone.goTo('Diario')
    await wakeUpAt(phone, '03:10')
    const question = page.getByRole('region', { name: '¿Empieza el día o sigue la noche?' })
    await expect(question).toBeVisible()
    const lowest = await question.getByRole('button').last().boundingBox()
    expect((lowest?.y ?? 0) + (lowest?.height ?? 0)).toBeLessThanOrEqual(SMALL_PHONE.height - 66)
    expect(await family.countRecords()).toBe(1)
    await question.getByRole('button', { name: 'Sigue la noche' }).tap()
    await phone.expectToast('Despertar anotado', '03:10 · va 1')
    await expect(question).toBeHidden()
    await expect.poll(() => family.records()).toMatchObject([{ type: 'noche', wake_ups: 1, end_time: null }])
    await atTime(phone, MORNING, '07:20')
    await expect(ends(phone)).toHaveText(['Terminar noche · 07:20'])
    await ends(phone).tap()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '07:20', duration: 650 }])
  })

  test('«Empieza el día» is 1 tap; the night is offered its end once, and never cut in the morning', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    await family.logs(sleep('noche', EVENING, '20:30'))
    await atTime(phone, MORNING, '03:10')
    await phone.signIn()
    await phone.goTo('Diario')
    await wakeUpAt(phone, '03:10')
    await page.getByRole('button', { name: 'Empieza el día' }).tap()
    await phone.expectToast('¡Despertar registrado!')
    await expect.poll(() => family.countRecords()).toBe(2)
    // The wake-up and the present are the same minute, and two buttons never say the same words.
    await expect(ends(phone)).toHaveText(['Terminar noche · 03:10'])
    await atTime(phone, MORNING, '03:25')
    await expect(ends(phone)).toHaveText(['Terminar noche · 03:10', 'Terminar noche · 03:25'])
    await page.getByRole('button', { name: '+1 despertar', exact: true }).locator('visible=true').tap()
    await expect(ends(phone)).toHaveText(['Terminar noche · 03:25'])
    await atTime(phone, MORNING, '07:20')
    await expect(ends(phone)).toHaveText(['Terminar noche · 07:20'])
  })

  test('«Sigue la noche» takes up the night that had ended just before, and 1 tap ends it again', async ({
    phone,
    page,
    family,
  }) => {
    await wakeUpAfterNight(phone, family)
    await page.getByRole('button', { name: 'Sigue la noche' }).tap()
    await phone.expectToast('Despertar anotado', '03:10 · va 1')
    await phone.holdToast()
    await expect(page.getByText('Durmiendo desde 20:30')).toBeVisible()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: null, wake_ups: 1 }])
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '02:55', wake_ups: 0, taps: [] }])
  })

  test('«Sigue la noche» takes the night up with its waking in one change, and so does the undo', async ({
    phone,
    page,
    family,
  }) => {
    await wakeUpAfterNight(phone, family)
    await refuseToStore(page, 'any after the first')
    await page.getByRole('button', { name: 'Sigue la noche' }).tap()
    await phone.expectToast('Despertar anotado', '03:10 · va 1')
    await phone.holdToast()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: null, wake_ups: 1 }])
    await refuseToStore(page, 'any after the first')
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '02:55', wake_ups: 0, taps: [] }])
    await expect(page.getByText('No se pudo actualizar el registro.')).toBeHidden()
  })

  test('«Sigue la noche» takes it up with ten wakings too, says that they are ten, and is undone', async ({
    phone,
    page,
    family,
  }) => {
    await wakeUpAfterNight(phone, family, { wake_ups: 10 })
    await page.getByRole('button', { name: 'Sigue la noche' }).tap()
    await phone.expectToast('Sigue durmiendo', 'Un registro cuenta 10 despertares como mucho.')
    await phone.holdToast()
    await expect(page.getByRole('button', { name: 'Sigue la noche' })).toBeHidden()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: null, wake_ups: 10 }])
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: '02:55', wake_ups: 10 }])
  })

  test('«Sigue la noche» says of a night that runs with ten wakings that they are ten, and asks no more', async ({
    phone,
    page,
    family,
  }) => {
    const noted = { wake_ups: 10 }
    await family.logs({ ...sleep('noche', EVENING, '20:30'), ...noted })
    await atTime(phone, MORNING, '03:10')
    await phone.signIn()
    await phone.goTo('Diario')
    await wakeUpAt(phone, '03:10')
    await page.getByRole('button', { name: 'Sigue la noche' }).tap()
    await phone.expectToast('Ya son 10', 'Un registro cuenta 10 despertares como mucho.')
    await expect(page.getByRole('button', { name: 'Sigue la noche' })).toBeHidden()
    expect(await family.records()).toMatchObject([{ end_time: null, wake_ups: 10 }])
  })

  test('where no night is logged «Sigue la noche» opens the form for it, of the evening before', async ({
    phone,
  }) => {
    const { page } = phone
    const form = sleepForm(page)
    await atTime(phone, MORNING, '03:10')
    await phone.signIn()
    await wakeUpAt(phone, '03:10')
    await page.getByRole('button', { name: 'Sigue la noche' }).tap()
    await expect(form.date).toHaveValue(EVENING)
    await form.start.fill('20:30')
    await form.button('Sí, noche').tap()
    await expect(form.type('Noche')).toBeChecked()
  })
})

test('from 05:00 on a wake-up is one, with no question', async ({ phone, family }) => {
  await family.logs(sleep('noche', EVENING, '20:30'))
  await atTime(phone, MORNING, '05:00')
  await phone.signIn()
  await phone.goTo('Diario')
  await wakeUpAt(phone, '05:00')
  await phone.expectToast('¡Despertar registrado!')
  await expect(ends(phone)).toHaveText(['Terminar noche · 05:00'])
})

test.describe('a start just after midnight is never of a day ago', () => {
  test('of the night that runs since before midnight', async ({ phone, family }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('noche', EVENING, '23:50'))
    await atTime(phone, MORNING, '00:25')
    await phone.signIn()
    await form.confirmStart.tap()
    await form.enterStart('00:10')
    await phone.expectToast('Hora de inicio guardada')
    await expect.poll(() => family.records()).toMatchObject([{ date: MORNING, start_time: '00:10' }])
  })

  test('of a new sleep that a chip had taken to yesterday', async ({ phone, family }) => {
    const form = sleepForm(phone.page)
    await atTime(phone, MORNING, '00:05')
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.earlier(10, 'Hora de inicio').tap()
    await expect(form.date).toHaveValue(EVENING)
    await form.startNow.tap()
    await expect(form.date).toHaveValue(MORNING)
    await form.confirmStart.tap()
    await phone.expectToast('Hora de inicio guardada')
    await expect.poll(() => family.records()).toMatchObject([{ date: MORNING, start_time: '00:05' }])
  })
})
