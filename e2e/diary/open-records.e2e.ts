import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

const TODAY = '2025-08-11'

test('when an open sleep is ended on the other phone, its form gives way to the diary', async ({
  family,
  phone,
  newPhone,
}) => {
  await family.logs(sleep('siesta', TODAY, '15:38'))
  await phone.signIn()
  await expect(sleepForm(phone.page).title).toHaveText('Editar Descanso')
  const partner = await newPhone()
  await partner.goTo('Diario')
  await partner.page.getByRole('button', { name: /^Terminar siesta/ }).click()
  await expect(phone.page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
  await expect(phone.records).toContainText('15:38 – 16:20')
})
