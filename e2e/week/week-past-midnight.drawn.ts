import { expect } from '../kit/carer.ts'
import { weekChart } from '../kit/week-chart.ts'
import { atTime, EVENING, MORNING } from '../night/clock.ts'
import { test } from '../night/drawn-clock.ts'

test('a chart that is left open over Sunday’s midnight goes on with the new week, also after a look at another', async ({
  phone,
}) => {
  const chart = weekChart(phone.page)
  await atTime(phone, EVENING, '23:55')
  await phone.signIn()
  await phone.goTo('Gráfico')
  await chart.previous()
  await expect(chart.label('28 de julio - 3 de agosto 2025')).toBeVisible()
  await chart.next()
  await expect(chart.label('4 - 10 de agosto 2025')).toBeVisible()
  await atTime(phone, MORNING, '00:05')
  await expect(chart.label('11 - 17 de agosto 2025')).toBeVisible()
})
