import { expect } from '../kit/carer.ts'
import { sleep, test, wakeUp } from '../kit/seed.ts'
import { weekChart } from '../kit/week-chart.ts'

// It is Wednesday morning: Monday is over, and Tuesday's night still runs.
// Their server is set otherwise, so one worker starts it for all of them.
test.describe.configure({ mode: 'default' })
test.use({ fixedNow: '2025-08-13T07:30', viewport: { width: 375, height: 667 } })

test.beforeEach(async ({ family }) => {
  // The baby is seven months old, for whom 13h 30m to 14h 30m are recommended.
  await family.born('2025-01-05')
  await family.logs(
    wakeUp('2025-08-11', '07:45'),
    sleep('siesta', '2025-08-11', '10:00', '11:30'),
    sleep('noche', '2025-08-11', '20:00', '08:00'),
    wakeUp('2025-08-12', '08:00'),
    sleep('siesta', '2025-08-12', '10:00', '11:30'),
    sleep('noche', '2025-08-12', '20:00'),
  )
})

test('a week whose first night still runs says when the first average comes', async ({ family, phone }) => {
  await family.forgets({ date: '2025-08-11' })
  const chart = weekChart(phone.page)
  await phone.signIn()
  await phone.goTo('Gráfico')
  await expect(chart.average).toHaveText('—')
  await expect(chart.label('Un día cuenta cuando acaba su noche.')).toBeVisible()
})
