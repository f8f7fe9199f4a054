import type { Locator } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'

test.beforeEach(async ({ family }) => {
  // The baby is seven months old, for whom 13h 30m to 14h 30m are recommended.
  await family.born('2025-01-05')
})

test('the chart: title, subtitle, legend, the axis from 8h to 8h and seven days from Monday on', async ({
  phone,
}) => {
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(chart.screen.getByRole('heading', { name: 'Gráfico Semanal', exact: true })).toBeVisible()
  await expect(chart.label('Revisa si hay un patrón de sueño')).toBeVisible()
  await expect(
    chart.screen.getByRole('paragraph').filter({ hasText: /^SiestasSueño nocturno$/ }),
  ).toBeVisible()
  await expect(chart.label('Promedio de sueño diario')).toBeVisible()
  await expect(chart.screen.getByRole('heading', { name: 'Patrón de Sueño' })).toBeVisible()

  await expect(chart.axis).toHaveText(['8h', '12h', '16h', '20h', '24h', '4h', '8h'])
  const places = await chart.axis.evaluateAll((labels) =>
    labels.map((label) => {
      const { left, width } = label.getBoundingClientRect()
      return left + width / 2
    }),
  )
  const steps = places.slice(1).map((x, index) => x - (places[index] ?? 0))
  for (const step of steps) expect(Math.abs(step - (steps[0] ?? 0))).toBeLessThan(1)

  await expect(
    chart.screen.getByRole('listitem').filter({ hasText: /^(lun|mar|mié|jue|vie|sáb|dom)/ }),
  ).toHaveText([/^lun11/, /^mar12/, /^mié13/, /^jue14/, /^vie15/, /^sáb16/, /^dom17/])
})

test('each day has its total and says how it stands: both ends of the range are in it', async ({
  family,
  phone,
}) => {
  await family.logs(
    sleep('noche', '2025-08-04', '18:00', '07:29'),
    sleep('noche', '2025-08-05', '18:00', '07:30'),
    sleep('noche', '2025-08-06', '18:00', '08:30'),
    sleep('noche', '2025-08-07', '18:00', '07:00'),
    sleep('siesta', '2025-08-07', '10:00', '11:31'),
  )
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  for (const [weekday, day, total, status] of [
    ['lun', 4, '13h 29m', 'Por debajo'],
    ['mar', 5, '13h 30m', 'En el rango'],
    ['mié', 6, '14h 30m', 'En el rango'],
    ['jue', 7, '14h 31m', 'Por encima'],
  ] as const) {
    const row = chart.day(weekday, day)
    await expect(row).toContainText(total)
    await expect(row.getByRole('img')).toHaveAccessibleName(status)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await phone.page.emulateMedia({ colorScheme })
    await expect.poll(() => colourOf(chart.day('lun', 4).getByRole('img'))).toBe('red')
    await expect.poll(() => colourOf(chart.day('mar', 5).getByRole('img'))).toBe('green')
    await expect.poll(() => colourOf(chart.day('jue', 7).getByRole('img'))).toBe('orange')
  }
  // A day without sleep is not judged, so it has no mark.
  await expect(chart.day('vie', 8)).toContainText('0m')
  await expect(chart.day('vie', 8).getByRole('img')).toHaveCount(0)
})

test('the average counts only days with a wake-up and some sleep, rounded', async ({ family, phone }) => {
  await family.logs(
    wakeUp('2025-08-04', '08:00'),
    sleep('noche', '2025-08-04', '20:00', '06:00'),
    // On this day the baby slept, but nobody told when it began.
    sleep('noche', '2025-08-05', '20:00', '08:00'),
    // On this day the baby was awake, but no sleep is logged.
    wakeUp('2025-08-06', '08:00'),
    wakeUp('2025-08-07', '08:00'),
    sleep('noche', '2025-08-07', '20:00', '07:01'),
    sleep('noche', '2025-07-30', '20:00', '07:00'),
  )
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  // The mean of 600 and 661 minutes is 630.5, which is rounded up.
  await expect(chart.average).toHaveText('10h 31m')
  await chart.previous()
  await expect(chart.average).toHaveText('—')
  await expect(chart.label('Cuentan los días con despertar y sueño registrado.')).toBeVisible()
})

test('a week without data says so, and what to do', async ({ phone }) => {
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(chart.label('Esta semana aún no hay registros.')).toBeVisible()
  await expect(chart.average).toHaveText('—')
  await chart.previous()
  await expect(chart.label('Esta semana no hay registros.').locator('..')).toContainText(
    'Añádelos desde el Diario: elige el día y toca «Añadir registro a este día».',
  )
  await chart.next()
  await chart.next()
  await expect(chart.label('Esta semana aún no ha empezado.')).toBeVisible()
  await expect(chart.day('lun', 18)).not.toContainText('0m')
})

test('a screen reader hears the same week as a table', async ({ family, phone }) => {
  await family.logs(
    wakeUp('2025-08-04', '08:10'),
    sleep('siesta', '2025-08-04', '10:00', '11:30'),
    sleep('siesta', '2025-08-04', '15:00', '16:00'),
    sleep('noche', '2025-08-04', '20:30', '07:45'),
    sleep('siesta', '2025-08-06', '10:00', '10:45'),
  )
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  await expect(chart.table).toMatchAriaSnapshot(`
    - table "Sueño por día, 4 - 10 de agosto 2025":
      - caption
      - rowgroup:
        - row "Día Despertar Siestas Sueño nocturno Total Estado"
      - rowgroup:
        - row "Lunes 4 08:10 10:00 – 11:30, 15:00 – 16:00 20:30 – 07:45 13 horas y 45 minutos En el rango"
        - row "Martes 5 0 minutos Sin datos"
        - row "Miércoles 6 10:00 – 10:45 45 minutos Por debajo"
        - row "Jueves 7 0 minutos Sin datos"
        - row "Viernes 8 0 minutos Sin datos"
        - row "Sábado 9 0 minutos Sin datos"
        - row "Domingo 10 0 minutos Sin datos"
  `)
})

/** Names a colour by its hue, of 360 degrees. */
function colourOf(icon: Locator): Promise<string> {
  return icon.evaluate((element) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number)
    const brightest = Math.max(red, green, blue)
    const range = brightest - Math.min(red, green, blue)
    const hue = brightest === red ? ((green - blue) / range) * 60 : ((blue - red) / range + 2) * 60
    if (hue >= 90 && hue < 170) return 'green'
    if (hue >= 20 && hue < 50) return 'orange'
    return hue >= -20 && hue < 20 ? 'red' : `hue ${hue}`
  })
}
