import { expect } from '../kit/carer.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE } from './clock.ts'
import { test } from './drawn-clock.ts'

test.use({ viewport: SMALL_PHONE })

test.describe('a sleep that was ended by mistake', () => {
  test('takes the wake-up of that minute with it, and brings it back when undone', async ({
    phone,
    family,
  }) => {
    const { page } = phone
    await family.logs(sleep('noche', EVENING, '20:30', '06:50'), wakeUp(MORNING, '06:50'))
    await atTime(phone, MORNING, '07:00')
    await phone.signIn()
    await page.getByRole('button', { name: 'Seguir durmiendo' }).tap()
    await phone.expectToast('Sigue durmiendo', 'También se ha quitado el despertar de las 06:50.')
    await phone.holdToast()
    await expect.poll(() => family.countRecords()).toBe(1)
    await page.getByRole('button', { name: 'Deshacer' }).tap()
    await expect.poll(() => family.countRecords()).toBe(2)
    await expect(page.getByText('Noche terminada · 06:50')).toBeVisible()
  })

  test('isn’t offered once a later record says that the baby was awake', async ({ phone, family }) => {
    await family.logs(sleep('noche', EVENING, '20:30', '06:50'), wakeUp(MORNING, '06:55'))
    await atTime(phone, MORNING, '07:00')
    await phone.signIn()
    await expect(phone.page.getByText(/^Próxima: Siesta 1/)).toBeVisible()
    await expect(phone.page.getByRole('button', { name: /igue durmiendo|eguir durmiendo/ })).toBeHidden()
  })
})
