import { type Carer, expect } from '../kit/carer.ts'
import { type Family, sleep } from '../kit/seed.ts'
import { atTime, EVENING, MORNING, SMALL_PHONE, test } from './clock.ts'

test.use({ viewport: SMALL_PHONE })

const NAMES = ['+1 despertar', '+1 toma', '+1 pañal'] as const

function target({ page }: Carer, name: (typeof NAMES)[number]) {
  return page.getByRole('region', { name: 'Diario' }).getByRole('button', { name, exact: true })
}

async function countsOf(family: Family) {
  const [night] = await family.records()
  return [night?.wake_ups, night?.feedings, night?.diaper_changes]
}

test.describe('at three in the night', () => {
  test.beforeEach(async ({ family, phone }) => {
    await family.logs(sleep('noche', EVENING, '20:30'))
    await atTime(phone, MORNING, '03:10')
    await phone.signIn()
    await phone.goTo('Diario')
  })

  test('two phones’ wakings are two, offline as well, and the card says when they were', async ({
    phone,
    family,
    newPhone,
  }) => {
    const partner = await newPhone()
    await atTime(partner, MORNING, '04:45')
    await partner.reload()
    await partner.goTo('Diario')
    await phone.loseApi()
    await partner.loseApi()
    await target(phone, '+1 despertar').tap()
    await phone.expectToast('Despertar anotado')
    await target(partner, '+1 despertar').tap()
    await partner.expectToast('Despertar anotado')
    await phone.reload()
    await phone.goTo('Diario')
    await expect(target(phone, '+1 despertar')).toHaveAccessibleDescription('va 1 · 03:10')
    await phone.regainApi()
    await partner.regainApi()
    await expect.poll(() => countsOf(family)).toEqual([2, 0, 0])
    for (const { page, records } of [phone, partner]) {
      await page.getByRole('textbox', { name: 'Fecha' }).locator('visible=true').fill(EVENING)
      await expect(records.filter({ hasText: 'Noche' })).toContainText('Despertares2')
      await expect(records.filter({ hasText: 'Noche' })).toContainText('03:10 · 04:45')
    }
  })
})
