import { expectAccessible, expectFitsWidth, smallTargets } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { boxOf } from '../kit/week-chart.ts'
import { Thumb } from './thumb.ts'

const TODAY = '2025-08-11'
const YESTERDAY = '2025-08-10'

test.use({ viewport: { width: 375, height: 667 } })

test('yesterday’s wake-up, known from the end of its night, is 2 taps from today, with its undo', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const thumb = new Thumb()
  await family.logs(
    wakeUp(TODAY, '07:50'),
    sleep('siesta', YESTERDAY, '10:00', '11:05'),
    sleep('noche', '2025-08-09', '20:30', '07:40'),
  )
  await phone.signIn()
  await thumb.tap(page.getByRole('button', { name: 'Día anterior' }))
  const derived = page.getByRole('button', { name: 'Despertó 07:40, al acabar la noche' })
  await expect(derived).toBeInViewport({ ratio: 1 })
  await thumb.tap(derived)
  expect(thumb.taps).toBe(2)
  await phone.expectToast('¡Despertar registrado!', 'Domingo 10: despertó a las 07:40.')
  await phone.holdToast()
  await expect(page.getByRole('heading', { name: 'Domingo 10' })).toBeFocused()
  await expect(phone.records.filter({ hasText: 'Hora: 07:40' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Añadir despertar' })).toBeHidden()
  await expect
    .poll(() => family.records())
    .toContainEqual(expect.objectContaining({ type: 'despertar', date: YESTERDAY, time: '07:40' }))

  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(phone.records).toHaveCount(1)
  await expect(derived).toBeVisible()
})

test('today, once something is logged: its wake-up with the words of an empty today, and without a time its error', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.logs(sleep('siesta', TODAY, '13:00', '14:00'))
  await phone.signIn()
  await expect(phone.records).toHaveCount(1)
  await expect(page.getByText('A qué hora despertó?')).toBeHidden()
  await page.getByRole('button', { name: 'Añadir despertar' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await phone.expectToast('Error', 'Por favor, introduce una hora.')
  await page.getByLabel('¿A qué hora despertó hoy?').fill('08:20')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await phone.expectToast('¡Despertar registrado!', 'El día ha comenzado. ¡Ahora a por la primera siesta!')
  await expect(phone.records).toHaveCount(2)
})

test('nobody is asked when a day that is still ahead began, and a wake-up in the night leaves the morning’s to be told', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const add = page.getByRole('button', { name: 'Añadir despertar' })
  await family.logs(wakeUp(TODAY, '08:20'), wakeUp(YESTERDAY, '03:10'))
  await phone.signIn()
  await expect(phone.records).toHaveCount(1)
  await expect(add).toBeHidden()
  await page.getByRole('button', { name: 'Día siguiente' }).click()
  await expect(page.getByRole('heading', { name: 'Martes 12' })).toBeVisible()
  await expect(add).toBeHidden()
  await page.getByRole('textbox', { name: 'Fecha' }).fill(YESTERDAY)
  await expect(add).toBeVisible()
})

test('a wake-up that was left open takes no focus when its day is seen again', async ({ family, phone }) => {
  const { page } = phone
  await family.logs(sleep('siesta', YESTERDAY, '13:00', '14:00'), wakeUp(TODAY, '07:50'))
  await phone.signIn()
  await page.getByRole('button', { name: 'Día anterior' }).press('Enter')
  await page.getByRole('button', { name: 'Añadir despertar' }).press('Enter')
  const time = page.getByLabel('¿A qué hora despertó ese día?')
  await expect(time).toBeFocused()
  await page.getByRole('button', { name: 'Día siguiente' }).press('Enter')
  await expect(time).toBeHidden()
  await page.getByRole('button', { name: 'Día anterior' }).press('Enter')
  await expect(time).toBeVisible()
  await expect(page.getByRole('button', { name: 'Día anterior' })).toBeFocused()
})

test.describe('a wake-up that is being typed stays, whatever is logged meanwhile:', () => {
  test.use({ fixedNow: `${TODAY}T07:20` })
  const question = 'A qué hora despertó?'

  test('the end of the night', async ({ family, phone, page }) => {
    await family.logs(sleep('noche', YESTERDAY, '20:30'))
    await phone.signIn()
    await phone.goTo('Diario')
    await page.getByLabel(question).fill('07:15')
    await page.getByRole('button', { name: 'Terminar noche · 07:20' }).locator('visible=true').click()
    await expect(page.getByText('Noche terminada · 07:20')).toBeVisible()
    await expect(page.getByLabel(question)).toHaveValue('07:15')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await phone.expectToast('¡Despertar registrado!')
    await expect
      .poll(() => family.records())
      .toContainEqual(expect.objectContaining({ type: 'despertar', date: TODAY, time: '07:15' }))
  })

  test('a nap of the day, until the day has its wake-up', async ({ family, phone, page }) => {
    await phone.signIn()
    await page.getByLabel(question).fill('06:15')
    await family.logs(sleep('siesta', TODAY, '06:50', '07:05'))
    await expect(phone.records).toHaveCount(1)
    await expect(page.getByLabel(question)).toHaveValue('06:15')
    await expect(page.getByRole('button', { name: 'Añadir despertar' })).toBeHidden()
    await family.logs(wakeUp(TODAY, '06:20'))
    await expect(phone.records).toHaveCount(2)
    await expect(page.getByLabel(question)).toBeHidden()
  })

  test('the first record of a past day; another day has a field of its own', async ({
    family,
    phone,
    page,
  }) => {
    const field = page.getByLabel('¿A qué hora despertó ese día?')
    await phone.signIn()
    await page.getByRole('button', { name: 'Día anterior' }).click()
    await page.getByRole('button', { name: 'Añadir despertar' }).click()
    await field.fill('07:40')
    await family.logs(sleep('siesta', YESTERDAY, '10:00', '11:05'))
    await expect(phone.records).toHaveCount(1)
    await expect(field).toHaveValue('07:40')
    await page.getByRole('button', { name: 'Día anterior' }).click()
    await expect(page.getByRole('heading', { name: 'Sábado 9' })).toBeVisible()
    await expect(field).toBeHidden()
    await page.getByRole('button', { name: 'Día siguiente' }).click()
    await expect(field).toHaveValue('07:40')
  })
})

test.describe('from day to day', () => {
  test('yesterday is 1 tap, the day before 1 more at the same place, and today 1 tap from anywhere', async ({
    phone,
  }) => {
    const { page } = phone
    const thumb = new Thumb()
    await phone.signIn()
    const previous = page.getByRole('button', { name: 'Día anterior' })
    const place = await previous.boundingBox()
    const today = page.getByRole('button', { name: 'Hoy', exact: true })
    await expect(today).toBeHidden()
    for (const heading of ['Domingo 10', 'Sábado 9', 'Viernes 8', 'Jueves 7', 'Miércoles 6']) {
      await thumb.tap(previous)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      expect(await previous.boundingBox(), heading).toEqual(place)
    }
    await expect(page.getByRole('textbox', { name: 'Fecha' })).toHaveValue('2025-08-06')
    await thumb.tap(today)
    expect(thumb.taps).toBe(6)
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeFocused()
    await expect(today).toBeHidden()
  })

  test('by keyboard', async ({ phone, page }) => {
    await phone.signIn()
    await page.getByRole('button', { name: 'Día anterior' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Sábado 9' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('heading', { name: 'Domingo 10' })).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeFocused()
  })
})

test('the day’s way and its wake-up keep the rules of access, and their room at 320 px', async ({
  family,
  phone,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await family.born('2023-09-10', 'Maximiliana')
  await family.logs(sleep('noche', '2025-08-05', '20:30', '07:40'))
  await phone.signIn()
  await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-06')
  await page.getByRole('button', { name: 'Añadir despertar' }).click()
  await expect(page.getByLabel('¿A qué hora despertó ese día?')).toBeVisible()
  await expectAccessible(page)
  await expectFitsWidth(page)
  expect(await smallTargets(page)).toEqual([])
})

test('a past day with nothing but its wake-up keeps its button clear of the tape', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.logs(wakeUp(YESTERDAY, '07:40'))
  await phone.signIn()
  await page.getByRole('button', { name: 'Día anterior' }).click()
  await expect(phone.records).toHaveCount(1)
  const hours = await boxOf(page.getByRole('region', { name: 'Diario' }).getByText('20h', { exact: true }))
  const button = await boxOf(page.getByRole('button', { name: 'Añadir registro a este día' }))
  expect(button.y - (hours.y + hours.height)).toBeGreaterThanOrEqual(24)
})
