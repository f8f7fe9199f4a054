import { expect, test } from '../kit/carer.ts'
import { inviteByCommand } from '../kit/mailed.ts'
import { whenKept } from '../kit/own-browser.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 375, height: 667 } })

test('without a network the page says so and spends nothing; the same tap works when it is back', async ({
  phone,
  page,
  context,
  server,
}, info) => {
  const link = await inviteByCommand(server, `tunnel-${info.testId}@example.org`)
  await phone.open()
  await whenKept(page)
  await phone.loseNetwork()
  await page.goto(link)
  await expect(page.getByText('Sin conexión. El enlace no se ha gastado')).toBeVisible()
  await page.getByRole('button', { name: 'Elegir mi contraseña' }).click()
  await expect(page.getByText('Sin conexión. El enlace no se ha gastado')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Sin conexión.')).toBeHidden()
  await page.getByRole('button', { name: 'Elegir mi contraseña' }).click()
  await expect(page.getByLabel('Contraseña nueva')).toBeVisible()
})
