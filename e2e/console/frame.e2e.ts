import { addDays, localDateAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { expect, test } from './staff.ts'

/* What stands around every page of the console. */

test.use({ fixedNow: '' })

test('each page has its title, which is said when it changes, and names no family', async ({
  consultant: { page },
  letIn,
  account,
  family,
}) => {
  await family.born(addDays(localDateAt(Date.now(), MADRID), -200), 'Lucía')
  const familyId = await letIn(account)
  await expect(page).toHaveTitle('Familias · Consola · Nana')
  const said = page.locator('[aria-live=polite].sr')
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await expect(page).toHaveTitle('Plantillas · Consola · Nana')
  await expect(said).toHaveText('Plantillas')
  await page.goto(`${page.url().split('#')[0]}#/familia/${familyId}/plan`)
  await expect(page.getByRole('heading', { name: 'Lucía' })).toBeVisible()
  await expect(page).toHaveTitle('Plan de una familia · Consola · Nana')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveTitle('Consola · Nana')
})

test('what gets the focus is not behind the bar', async ({ consultant: { page }, letIn, server }, info) => {
  for (let number = 0; number < 6; number += 1) {
    await letIn(
      await server.createAccount(`familia-${number}-${info.testId}-${info.repeatEachIndex}@example.org`),
    )
  }
  await page.setViewportSize({ width: 375, height: 667 })
  await page.reload()
  const links = page.getByRole('list', { name: 'Familias' }).getByRole('link')
  await expect(links).toHaveCount(6)
  await links.last().focus()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  for (let number = 5; number > 0; number -= 1) {
    await page.keyboard.press('Shift+Tab')
    const [bar, link] = [
      await page.getByRole('banner').boundingBox(),
      await page.locator(':focus').boundingBox(),
    ]
    expect(link?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  }
})

test('a server that still doesn’t answer is said to, and the console opens as soon as it does', async ({
  consultant: { page },
}) => {
  await page.route('**/rpc/my_staff_role', (route) => route.abort('internetdisconnected'))
  await page.reload()
  const again = page.getByRole('button', { name: 'Volver a probar' })
  await again.click()
  await expect(page.getByText('El servidor sigue sin contestar.')).toBeVisible()
  await page.unroute('**/rpc/my_staff_role')
  await again.click()
  await expect(page.getByRole('heading', { name: 'Todavía no hay ninguna familia' })).toBeVisible()
})
