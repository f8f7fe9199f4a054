import type { LocalTime } from '../../core/time/time.ts'
import { type Carer, expect } from '../kit/carer.ts'
import { countWaiting } from '../kit/phone-session.ts'
import { type Family, sleep, wakeUp } from '../kit/seed.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE, test } from './clock.ts'

test.use({ viewport: SMALL_PHONE })

/** The night that had ended at 06:50 runs on, the partner ends it again at `endsAt`, and then that is undone. */
async function undoAfterPartner(
  phone: Carer,
  family: Family,
  partner: Carer,
  endsAt: LocalTime,
): Promise<void> {
  const { page } = phone
  await family.logs(sleep('noche', EVENING, '20:30', '06:50'), wakeUp(MORNING, '06:50'))
  await atTime(phone, MORNING, '07:00')
  await phone.signIn()
  await page.getByRole('button', { name: 'Seguir durmiendo' }).tap()
  await phone.expectToast('Sigue durmiendo', 'También se ha quitado el despertar de las 06:50.')
  await phone.holdToast()
  await atTime(partner, MORNING, endsAt)
  await partner.reload()
  await partner.goTo('Diario')
  await partner.page.getByRole('button', { name: `Terminar noche · ${endsAt}` }).tap()
  await expect(page.getByText('Durmiendo desde 20:30').locator('visible=true')).toHaveCount(0)
  await page.getByRole('button', { name: 'Deshacer' }).tap()
}

test.describe('a sleep that was ended by mistake', () => {
  test('runs on with 1 tap on the head, a quarter of an hour later, offline; 1 tap undoes that', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    await family.logs(sleep('noche', EVENING, '20:30'), wakeUp(EVENING, '07:00'))
    await atTime(phone, MORNING, '06:50')
    await phone.signIn()
    await phone.goTo('Diario')
    await phone.loseApi()
    await page.getByRole('button', { name: 'Terminar noche · 06:50' }).tap()
    await phone.expectToast('¡Descanso actualizado!', 'Duró 10h 20m.')
    await atTime(phone, MORNING, '07:05')
    const runsOn = page.getByRole('button', { name: 'Seguir durmiendo' })
    await expect(runsOn).toBeInViewport({ ratio: 1 })
    await runsOn.tap()
    await phone.expectToast('Sigue durmiendo', 'Desde las 20:30')
    await phone.holdToast()
    await expect(page.getByText('Durmiendo desde 20:30')).toBeVisible()
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect(page.getByText('Noche terminada · 06:50')).toBeVisible()
    await runsOn.tap()
    await expect(page.getByText('Durmiendo desde 20:30')).toBeVisible()
    await phone.reload()
    await phone.goTo('Diario')
    await expect(page.getByText('Durmiendo desde 20:30')).toBeVisible()
    await phone.regainApi()
    await expect
      .poll(async () => (await family.records()).find(({ type }) => type === 'noche'))
      .toMatchObject({ end_time: null, duration: null })
  })

  test('undone once the partner has ended it again, keeps that end and has no wake-up before it', async ({
    phone,
    family,
    newPhone,
  }) => {
    const partner = await newPhone()
    await undoAfterPartner(phone, family, partner, '07:05')
    await phone.expectToast('No se ha deshecho todo', 'No se deshace lo siguiente: las horas.')
    await expect.poll(() => countWaiting(phone.page)).toBe(0)
    await expect.poll(() => family.records()).toMatchObject([{ type: 'noche', end_time: '07:05' }])
  })

  test('undone once the partner has ended it again at the same minute, has its wake-up again', async ({
    phone,
    family,
    newPhone,
  }) => {
    await undoAfterPartner(phone, family, await newPhone(), '06:50')
    await expect.poll(() => family.countRecords()).toBe(2)
    const records = await family.records()
    expect(records.find(({ type }) => type === 'noche')).toMatchObject({ end_time: '06:50' })
    expect(records.find(({ type }) => type === 'despertar')).toMatchObject({ date: MORNING, time: '06:50' })
  })

  test('runs on with 1 tap on its record, on the partner’s phone, for 30 minutes and no longer', async ({
    phone,
    family,
    newPhone,
  }) => {
    await family.logs(sleep('siesta', MORNING, '14:00'))
    await atTime(phone, MORNING, '15:00')
    await phone.signIn()
    await phone.goTo('Diario')
    await phone.page.getByRole('button', { name: 'Terminar siesta · 15:00' }).tap()
    await expect(phone.records.first()).toContainText('14:00 – 15:00')
    const partner = await newPhone()
    const onCard = partner.records.first().getByRole('button', { name: 'Seguir durmiendo' })
    const onFace = partner.page.getByRole('button', { name: '¿Sigue durmiendo?' })
    await atTime(partner, MORNING, '15:31')
    await partner.reload()
    await expect(partner.records.first()).toContainText('14:00 – 15:00')
    await expect(onCard).toBeHidden()
    await expect(onFace).toBeHidden()
    await atTime(partner, MORNING, '15:30')
    await expect(onFace).toBeInViewport({ ratio: 1 })
    await onCard.tap()
    await expect(partner.page.getByText('Durmiendo desde 14:00')).toBeVisible()
    await expect(phone.page.getByText('Durmiendo desde 14:00')).toBeVisible()
    await expect.poll(() => family.records()).toMatchObject([{ end_time: null, duration: null }])
  })
})
