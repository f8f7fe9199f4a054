import { expect } from '../kit/carer.ts'
import { test } from '../kit/seed.ts'
import { firstDays } from './first-days-card.ts'

test.use({ viewport: { width: 375, height: 667 } })

test('offline the card is done all the same, a reload keeps it, and both phones follow', async ({
  carer,
  newPhone,
  family,
}) => {
  const partner = await newPhone()
  await expect(firstDays(partner.page).title).toBeVisible()
  await carer.loseApi()
  const card = firstDays(carer.page)
  await card.name.fill('Lucía')
  await card.age.fill('18')
  await card.start.click()
  await carer.expectToast('¡Todo guardado!')
  await carer.reload()
  await expect(carer.page.getByText('Lucía · 1 año y 6 meses', { exact: true })).toBeVisible()
  await expect(card.title).toBeHidden()
  expect((await family.baby()).birth_date_known).toBe(false)
  await carer.regainApi()
  await expect(partner.page.getByText('Lucía · 1 año y 6 meses', { exact: true })).toBeVisible()
  await expect(firstDays(partner.page).title).toBeHidden()
  await partner.goTo('Plan')
  await expect(
    partner.page.getByRole('radio', { name: '2', exact: true }).locator('visible=true'),
  ).toBeChecked()
})
