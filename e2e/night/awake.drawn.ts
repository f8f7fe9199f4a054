import { expect } from '../kit/carer.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { atTime, MORNING, SMALL_PHONE } from './clock.ts'
import { test } from './drawn-clock.ts'

test.use({ viewport: SMALL_PHONE })

test('awake: for how long is seen with 0 taps, and what a «Ventana de sueño» is with 1', async ({
  phone,
  family,
}) => {
  const { page } = phone
  await family.logs(wakeUp(MORNING, '08:00'), sleep('siesta', MORNING, '09:30', '10:30'))
  await atTime(phone, MORNING, '12:35')
  await phone.signIn()
  await expect(page.getByText('Tiempo despierto: 2h 5m')).toBeInViewport()
  await expect(page.getByText('en 10m')).toBeVisible()
  const explained = page
    .getByRole('region', { name: 'Diario' })
    .getByText(/Ventana de sueño: el tiempo que aguanta/)
  await expect(explained).toBeHidden()
  await page.getByRole('button', { name: '¿Por qué a esta hora?' }).tap()
  await expect(explained).toBeVisible()
  await atTime(phone, MORNING, '13:27')
  await expect(page.getByText('Tiempo despierto: 2h 57m')).toBeVisible()
  await expect(page.getByText('pasó hace 12m')).toBeVisible()
})
