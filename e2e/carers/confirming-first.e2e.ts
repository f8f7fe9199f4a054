import { expectAccessible } from '../kit/accessible.ts'
import { mailedLink } from '../kit/mailed.ts'
import { carersOf, expect, heading, invite, test } from './household.ts'

// On this server a mailbox has to confirm each new account.
test.use({ settings: { AUTH_EMAIL_CONFIRMATION: 'on' } })

const PASSWORD = 'cuna-luna-y-manzanilla'

test('the invitation waits for the mail’s link, in whatever tab', async ({
  carer,
  otherPhone,
  server,
}, info) => {
  const email = `Nueva-${info.testId}@example.org`
  const link = await invite(carer, 'Abuela')
  const other = await otherPhone()
  const { page } = other
  await page.goto(link)
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Contraseña nueva').fill(PASSWORD)
  await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
  await expect(heading(page, 'Mira tu email')).toBeVisible()
  await expectAccessible(page)
  const tab = await page.context().newPage()
  await tab.goto(await mailedLink(server, email.toLowerCase()))
  await tab.getByRole('button', { name: 'Confirmar mi email' }).click()
  await expect(tab.locator('[data-toast]')).toContainText('Este es el de Lucía.')
  await carer.goTo('Diario')
  await carer.goTo('Plan')
  await expect(carersOf(carer).person('Abuela')).toBeVisible()
})
