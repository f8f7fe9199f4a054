import { expectAccessible, expectFitsWidth, smallTargets } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { stroke } from '../kit/finger.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { DrawingSheet } from './thumb.ts'

const TODAY = '2025-08-11'
const YESTERDAY = '2025-08-10'

test.use({ viewport: { width: 375, height: 667 } })
test.use(WITH_MOTION)

test('a wake-up that was drawn and is logged elsewhere meanwhile is said, and can be taken out', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const sheet = new DrawingSheet(page)
  await phone.signIn()
  await sheet.openYesterday()
  await sheet.time('Despertar: hora').fill('07:40')
  await sheet.drag('10:00', '11:00')
  await family.logs(wakeUp(YESTERDAY, '07:30'))
  await expect(sheet.dialog.getByText('Despertar ya anotado: 07:30')).toBeVisible()
  await sheet.dialog.getByRole('button', { name: 'Quitar despertar' }).click()
  await expect(sheet.save).toHaveText('Guardar 1 registro')
  await sheet.save.click()
  await expect.poll(() => family.countRecords()).toBe(2)
})

test.describe('on the tape', () => {
  test('a tap makes a nap or a night, a tap selects, a drag of an edge changes it, and one tap its type', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    const sheet = new DrawingSheet(page)
    await family.logs(wakeUp(TODAY, '07:30'))
    await phone.signIn()
    await sheet.openYesterday()
    await sheet.tapAt('10:00')
    await expect(sheet.time('Siesta 1: hora de fin')).toHaveValue('11:30')
    await sheet.tapAt('20:30')
    await expect(sheet.time('Noche 1: hora de inicio')).toHaveValue('20:30')
    await expect(sheet.time('Noche 1: hora de fin')).toHaveValue('07:30')
    await sheet.tapAt('10:30')
    await expect(sheet.dialog.getByText('10:00 – 11:30')).toBeVisible()
    await sheet.drag('11:30', '11:00')
    await expect(sheet.time('Siesta 1: hora de fin')).toHaveValue('11:00')
    await sheet.drag('10:00', '09:20')
    await expect(sheet.time('Siesta 1: hora de inicio')).toHaveValue('09:20')
    // Sleeps are numbered by kind and time, so this late nap becomes the first night, and the second nap again.
    await sheet.tapAt('17:00')
    const late = sheet.time('Siesta 2: hora de inicio')
    await expect(late).toHaveValue('17:00')
    await sheet.dialog.getByRole('button', { name: 'Siesta 2: cambiar a noche' }).click()
    await expect(sheet.time('Noche 1: hora de inicio')).toHaveValue('17:00')
    await sheet.dialog.getByRole('button', { name: 'Noche 1: cambiar a siesta' }).click()
    await expect(late).toHaveValue('17:00')
    await sheet.dialog.getByRole('button', { name: 'Quitar siesta 2' }).click()
    await expect(sheet.save).toHaveText('Guardar 2 registros')
  })

  test('a stroke goes on from one line to the other; the sheet stands still under it, and scrolls beside it', async ({
    phone,
    page,
  }) => {
    const sheet = new DrawingSheet(page)
    await page.setViewportSize({ width: 320, height: 480 })
    await phone.signIn()
    await sheet.openYesterday()
    await sheet.drag('17:00', '19:24')
    await expect(sheet.time('Siesta 1: hora de inicio')).toHaveValue('17:00')
    await expect(sheet.time('Siesta 1: hora de fin')).toHaveValue('19:25')
    for (const time of ['09:00', '12:00', '15:00']) await sheet.tapAt(time)
    const scrolled = () =>
      sheet.dialog.evaluate((dialog) => dialog.querySelector('h2')?.getBoundingClientRect().top ?? 0)
    const top = await scrolled()
    const on = await sheet.placeOf('23:00')
    await stroke(page, on, { x: on.x + 4, y: on.y - 90 })
    expect(await scrolled()).toBe(top)
    await expect(sheet.save).toHaveText('Guardar 4 registros')
    await stroke(page, { x: 100, y: 410 }, { x: 100, y: 310 })
    await expect.poll(scrolled).toBeLessThan(top - 40)
  })

  test('the day’s own wake-up is typed, or dragged by its mark', async ({ family, phone, page }) => {
    const sheet = new DrawingSheet(page)
    await phone.signIn()
    await sheet.openYesterday()
    await sheet.time('Despertar: hora').fill('08:30')
    const [mark, later] = [await sheet.placeOf('08:30'), await sheet.placeOf('09:10')]
    await stroke(page, { x: mark.x, y: mark.y - 35 }, { x: later.x, y: later.y - 35 })
    await expect(sheet.time('Despertar: hora')).toHaveValue('09:10')
    await sheet.time('Despertar: hora').fill('03:15')
    await expect(
      sheet.dialog.getByText('Antes de las 05:00 suele ser un despertar de la noche.'),
    ).toBeVisible()
    await sheet.time('Despertar: hora').fill('07:15')
    await expect(
      sheet.dialog.getByText('Antes de las 05:00 suele ser un despertar de la noche.'),
    ).toBeHidden()
    await sheet.save.click()
    await phone.expectToast('Día reconstruido', 'Domingo 10: 1 registro guardado.')
    await expect
      .poll(() => family.records())
      .toMatchObject([{ type: 'despertar', date: YESTERDAY, time: '07:15' }])
  })
})

test('a sleep that begins before 8h is of the next day, as its entry and the toast say', async ({
  family,
  phone,
  page,
}) => {
  const sheet = new DrawingSheet(page)
  await phone.signIn()
  await page.getByRole('button', { name: 'Día anterior' }).click()
  await page.getByRole('button', { name: 'Día anterior' }).click()
  await page.getByRole('button', { name: 'Reconstruir el día' }).click()
  await sheet.time('Despertar: hora').fill('05:40')
  await sheet.dialog.getByRole('button', { name: 'Añadir sueño' }).click()
  const ofNextDay = sheet.dialog.getByText('Empieza el domingo 10: aquí el día va de 8h a 8h.')
  await expect(ofNextDay).toBeHidden()
  await sheet.time('Siesta 1: hora de inicio').fill('07:10')
  await sheet.time('Siesta 1: hora de fin').fill('07:50')
  await expect(ofNextDay).toBeVisible()
  await expectAccessible(page)
  await sheet.save.click()
  await phone.expectToast(
    'Día reconstruido',
    'Sábado 9: 1 registro guardado. Domingo 10: 1 registro guardado.',
  )
  await expect
    .poll(() => family.records())
    .toMatchObject([
      { type: 'siesta', date: YESTERDAY, start_time: '07:10' },
      { type: 'despertar', date: '2025-08-09', time: '05:40' },
    ])
})

test('what is logged already is drawn and stays; what overlaps it, or looks odd, is said and saved all the same', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const sheet = new DrawingSheet(page)
  await family.logs(
    wakeUp(YESTERDAY, '07:40'),
    sleep('siesta', YESTERDAY, '10:00', '11:00'),
    sleep('noche', YESTERDAY, '20:50', '08:20'),
  )
  await phone.signIn()
  await sheet.openYesterday()
  await expect(
    sheet.dialog.getByRole('region', {
      name: /Ya anotado: Domingo 10: siesta de 10:00 a 11:00; noche de 20:50 a 08:20/,
    }),
  ).toBeVisible()
  await expect(sheet.dialog.getByText('Despertar ya anotado: 07:40')).toBeVisible()
  await sheet.tapAt('10:30')
  await expect(sheet.save).toBeDisabled()
  await sheet.drag('10:40', '12:00')
  await expect(sheet.dialog.getByText('Se solapa con una siesta (10:00 – 11:00).')).toBeVisible()
  await sheet.drag('16:10', '11:40')
  await expect(sheet.dialog.getByText('Es una siesta de más de 4 horas.')).toBeVisible()
  await expect(sheet.dialog.getByText('Se solapa con una siesta (11:40 – 16:10).')).toBeVisible()
  await sheet.save.click()
  await phone.expectToast('Día reconstruido', 'Domingo 10: 2 registros guardados.')
  await expect(phone.records).toHaveCount(5)
})

test('what is drawn and not saved stays for its day: closed by accident, another day, another tab', async ({
  phone,
}) => {
  const { page } = phone
  const sheet = new DrawingSheet(page)
  await phone.signIn()
  await sheet.openYesterday()
  await sheet.drag('10:00', '11:00')
  await page.keyboard.press('Escape')
  await expect(sheet.dialog).toBeHidden()
  await page.getByRole('button', { name: 'Día anterior' }).click()
  await expect(page.getByRole('button', { name: 'Reconstruir el día' })).toBeVisible()
  await phone.goTo('Plan')
  await phone.goTo('Diario')
  await page.getByRole('button', { name: 'Día siguiente' }).click()
  await page.getByRole('button', { name: 'Reconstruir: 1 sin guardar' }).click()
  await expect(sheet.time('Siesta 1: hora de inicio')).toHaveValue('10:00')
  await expect(sheet.time('Siesta 1: hora de fin')).toHaveValue('11:00')
})

test('a day is rebuilt by keyboard alone: opened, a nap added, its ends moved in steps, typed, and saved', async ({
  family,
  phone,
  page,
}) => {
  const sheet = new DrawingSheet(page)
  const { keyboard } = page
  await phone.signIn()
  await page.getByRole('button', { name: 'Día anterior' }).focus()
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Reconstruir el día' }).focus()
  await keyboard.press('Enter')
  await expect(sheet.dialog).toBeVisible()
  const add = sheet.dialog.getByRole('button', { name: 'Añadir sueño' })
  for (let presses = 0; presses < 8; presses += 1) {
    if (await add.evaluate((button) => button === document.activeElement)) break
    await keyboard.press('Tab')
  }
  await expect(add).toBeFocused()
  await keyboard.press('Enter')
  await expect(sheet.time('Siesta 1: hora de inicio')).toHaveValue('10:00')

  const [start, end] = [sheet.edge('Siesta 1, inicio'), sheet.edge('Siesta 1, fin')]
  await start.focus()
  await keyboard.press('ArrowLeft')
  await keyboard.press('ArrowLeft')
  await expect(start).toHaveAttribute('aria-valuetext', '09:50')
  await keyboard.press('Tab')
  await expect(end).toBeFocused()
  await keyboard.press('PageDown')
  await keyboard.press('ArrowUp')
  await expect(end).toHaveAttribute('aria-valuetext', '10:35')
  await expect(end).toBeFocused()
  const typedEnd = sheet.time('Siesta 1: hora de fin')
  await typedEnd.fill('17:55')
  await end.focus()
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  await expect(end).toHaveAttribute('aria-valuetext', '18:05')
  await expect(end).toBeFocused()
  await typedEnd.fill('10:35')
  await typedEnd.focus()
  await keyboard.type('1050')
  await expect(end).toHaveAttribute('aria-valuetext', '10:50')
  await sheet.save.focus()
  await keyboard.press('Enter')
  await phone.expectToast('Día reconstruido', 'Domingo 10: 1 registro guardado.')
  await expect(page.getByRole('heading', { name: 'Domingo 10' })).toBeFocused()
  await expect
    .poll(() => family.records())
    .toMatchObject([{ type: 'siesta', start_time: '09:50', end_time: '10:50', duration: 60 }])
})

test('a day that is still ahead has nothing to rebuild', async ({ phone, page }) => {
  await phone.signIn()
  await page.getByRole('button', { name: 'Día siguiente' }).click()
  await expect(page.getByRole('heading', { name: 'Martes 12' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconstruir el día' })).toBeHidden()
})

test('today, for the hours gone by: what ends ahead is said', async ({ family, phone, page }) => {
  const sheet = new DrawingSheet(page)
  await family.logs(wakeUp(TODAY, '08:20'))
  await phone.signIn()
  await page.getByRole('button', { name: 'Reconstruir el día' }).click()
  await sheet.drag('10:00', '11:30')
  await expect(sheet.save).toHaveText('Guardar 1 registro')
  await expect(sheet.dialog.getByText('Termina en el futuro.')).toBeHidden()
  await sheet.drag('15:30', '17:00')
  await expect(sheet.dialog.getByText('Termina en el futuro.')).toBeVisible()
  await sheet.time('Siesta 2: hora de fin').fill('16:10')
  await expect(sheet.dialog.getByText('Termina en el futuro.')).toBeHidden()
  await sheet.save.click()
  await phone.expectToast('Día reconstruido', 'Hoy: 2 registros guardados.')
  await expect(page.getByText('Próxima: Siesta 3')).toBeVisible()
})

test('drawing a day keeps the rules of access, and its room at 320 px and with large text', async ({
  family,
  phone,
  page,
}) => {
  const sheet = new DrawingSheet(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await family.logs(sleep('siesta', YESTERDAY, '10:00', '11:00'))
  await phone.signIn()
  await sheet.openYesterday()
  await sheet.drag('10:40', '12:00')
  await sheet.drag('20:30', '07:30')
  await sheet.time('Despertar: hora').fill('07:40')
  await expectAccessible(page)
  await expectFitsWidth(page)
  expect(await smallTargets(page)).toEqual([])
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectFitsWidth(page)
  expect(
    await sheet.dialog.evaluate((dialog) =>
      [dialog, ...dialog.children].every((part) => part.scrollWidth <= part.clientWidth),
    ),
  ).toBe(true)
})
