import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { boxOf, weekChart } from '../kit/week-chart.ts'

test.beforeEach(async ({ family }) => {
  await family.born('2025-01-05')
})

test('a tap on a bar says what it is, and from there it is edited', async ({ family, phone }) => {
  await family.logs(
    sleep('siesta', '2025-08-07', '10:00', '11:30', 'buena'),
    sleep('siesta', '2025-08-07', '14:00', '16:00'),
  )
  const { page } = phone
  const chart = weekChart(page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  const bars = chart.bars(chart.day('jue', 7))
  await expect(bars).toHaveCount(2)
  await chart.expectBar(bars.nth(0), { from: 10, to: 11.5 })
  await chart.expectBar(bars.nth(1), { from: 14, to: 16 })

  const second = await boxOf(bars.nth(1))
  await page.touchscreen.tap(second.x + second.width / 2, second.y + second.height / 2)
  const sheet = page.getByRole('dialog', { name: 'Siesta · Jueves 7' })
  await expect(sheet).toContainText('14:00 – 16:00')
  await expect(sheet).toContainText('2h 0m')
  await sheet.getByRole('button', { name: 'Cerrar' }).click()
  await expect(sheet).toBeHidden()

  const first = await boxOf(bars.nth(0))
  await page.touchscreen.tap(first.x + first.width / 2, first.y + first.height / 2)
  await expect(sheet).toContainText('10:00 – 11:30')
  await expect(sheet).toContainText('1h 30m')
  await expect(sheet).toContainText('Calidad: Buena')
  await sheet.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByText('Editando Registro')).toBeVisible()
  await expect(sleepForm(page).date).toHaveValue('2025-08-07')
  await expect(page.getByLabel('Hora de inicio', { exact: true })).toHaveValue('10:00')
  await expect(page.getByLabel('Hora de fin', { exact: true })).toHaveValue('11:30')
})

test('the keyboard reaches every bar, and comes back to where it was', async ({ family, phone }) => {
  await family.logs(
    sleep('siesta', '2025-08-07', '10:00', '11:30'),
    sleep('noche', '2025-08-07', '20:30', '07:00'),
  )
  const { page } = phone
  const chart = weekChart(page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(chart.label('11 - 17 de agosto 2025')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  const row = chart.screen.getByRole('button', { name: 'Ver los descansos: Jueves 7' })
  await row.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toHaveAccessibleName('Siesta · Jueves 7')
  await expect(sheet.getByRole('button', { name: 'Editar' })).toBeFocused()
  await sheet.getByRole('button', { name: 'Descanso siguiente' }).press('Enter')
  await expect(sheet).toHaveAccessibleName('Noche · Jueves 7')
  await expect(sheet.locator('[aria-live]', { hasText: '2 de 2' })).toHaveText('Noche · Jueves 7, 2 de 2')
  await expect(sheet).toContainText('20:30 – 07:00')
  await expect(sheet).toContainText('10h 30m')
  await sheet.getByRole('button', { name: 'Descanso anterior' }).press('Enter')
  await expect(sheet).toHaveAccessibleName('Siesta · Jueves 7')
  // The week must not change while the sheet is open.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(row).toBeFocused()
  await expect(chart.label('4 - 10 de agosto 2025')).toBeVisible()
})

test('a record that another phone moves to another day and back doesn’t open its sheet by itself', async ({
  family,
  phone,
  page,
}) => {
  await family.logs(sleep('siesta', '2025-08-07', '10:00', '11:30'))
  const chart = weekChart(page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  const bars = chart.bars(chart.day('jue', 7))
  await chart.screen.getByRole('button', { name: 'Ver los descansos: Jueves 7' }).press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  const records = await family.records()
  await family.tell({ records: records.map((record) => ({ ...record, date: '2025-08-06' })) })
  await expect(sheet).toBeHidden()
  await expect(bars).toHaveCount(0)
  await family.tell({ records })
  await expect(bars).toHaveCount(1)
  await expect(sheet).toBeHidden()
})

test('a night across 8h goes on at the start of the next row, and counts on its own day', async ({
  family,
  phone,
}) => {
  await family.logs(
    sleep('noche', '2025-08-06', '21:00', '09:30'),
    // This night begins before 8h, so it is drawn on the row of the day before, where it truly lies.
    sleep('noche', '2025-08-09', '00:30', '06:30'),
    sleep('noche', '2025-08-10', '20:00', '09:00'),
  )
  const { page } = phone
  const chart = weekChart(page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  const monday = chart.day('lun', 11)
  await chart.expectBar(chart.bars(monday), { from: 8, to: 9 })
  await expect(monday).toContainText('0m')

  await chart.previous()
  await chart.expectBar(chart.bars(chart.day('mié', 6)), { from: 21, to: 32 })
  await expect(chart.day('mié', 6)).toContainText('12h 30m')
  await chart.expectBar(chart.bars(chart.day('jue', 7)), { from: 8, to: 9.5 })
  await expect(chart.day('jue', 7)).toContainText('0m')
  await page.getByRole('button', { name: 'Ver los descansos: Jueves 7' }).tap()
  await expect(page.getByRole('dialog', { name: 'Noche · Miércoles 6' })).toContainText('21:00 – 09:30')
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()

  await chart.expectBar(chart.bars(chart.day('vie', 8)), { from: 24.5, to: 30.5 })
  await expect(chart.day('vie', 8)).toContainText('0m')
  await expect(chart.bars(chart.day('sáb', 9))).toHaveCount(0)
  await expect(chart.day('sáb', 9)).toContainText('6h 0m')
  await expect(chart.day('dom', 10)).toContainText('13h 0m')
})

test('overlapping records are both drawn and counted once', async ({ family, phone }) => {
  await family.logs(
    sleep('siesta', '2025-08-05', '12:00', '14:00'),
    sleep('siesta', '2025-08-05', '13:00', '15:00'),
  )
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  const row = chart.day('mar', 5)
  await expect(chart.bars(row)).toHaveCount(2)
  await chart.expectBar(chart.bars(row).nth(0), { from: 12, to: 14 })
  await chart.expectBar(chart.bars(row).nth(1), { from: 13, to: 15 })
  await expect(row).toContainText('3h 0m')
})

test('a sleep of a few minutes still has 8 px, and never leaves the axis', async ({ family, phone }) => {
  await family.logs(
    sleep('siesta', '2025-08-05', '12:00', '12:05'),
    sleep('siesta', '2025-08-06', '07:55', '08:00'),
  )
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  // Wednesday's nap is before 8h, so it lies at the end of Tuesday's axis.
  const bars = chart.bars(chart.day('mar', 5))
  await expect(bars).toHaveCount(2)
  const noon = await boxOf(bars.first())
  expect(noon.width).toBeCloseTo(8, 1)
  const dawn = await boxOf(bars.last())
  expect(dawn.width).toBeCloseTo(8, 1)
  const end = await boxOf(chart.axis.last())
  expect(dawn.x + dawn.width).toBeLessThan(end.x + end.width / 2 + 0.5)
})

test('a running sleep grows up to now; one whose end was never told is a mark that counts nothing', async ({
  family,
  phone,
}) => {
  await family.logs(sleep('siesta', '2025-08-07', '12:00'), sleep('siesta', '2025-08-11', '15:00'))
  const { page } = phone
  const chart = weekChart(page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  const today = chart.day('lun', 11)
  await chart.expectBar(chart.bars(today), { from: 15, to: 16 + 20 / 60 })
  await expect(today).toContainText('1h 20m')
  await today.getByRole('button', { name: 'Ver los descansos: Hoy' }).tap()
  const running = page.getByRole('dialog', { name: 'Siesta · Hoy' })
  await expect(running).toContainText('15:00 – en curso')
  await expect(running).toContainText('1h 20m')
  await running.getByRole('button', { name: 'Cerrar' }).click()
  await expect(chart.table.getByRole('row', { name: /^Lunes 11/ })).toHaveAccessibleName(
    'Lunes 11 15:00 – en curso 1 hora y 20 minutos En curso',
  )

  await chart.previous()
  const forgotten = chart.day('jue', 7)
  // The mark has 8 px, and its outline adds two.
  expect((await boxOf(chart.bars(forgotten))).width).toBeLessThanOrEqual(10)
  await expect(forgotten).toContainText('0m')
  await forgotten.getByRole('button', { name: 'Ver los descansos: Jueves 7' }).tap()
  const open = page.getByRole('dialog', { name: 'Siesta · Jueves 7' })
  await expect(open).toContainText('12:00 – sin hora de fin')
  await open.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByText('Editando Registro')).toBeVisible()
  await expect(page.getByLabel('Hora de inicio', { exact: true })).toHaveValue('12:00')
})
