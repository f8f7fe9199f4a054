import { expect } from '../kit/carer.ts'
import { test } from '../kit/seed.ts'

test('the logo has a light and a dark variant, at the login and in the diary', async ({ phone, page }) => {
  const logo = page.getByRole('img', { name: 'Nana' }).locator('visible=true')
  async function expectTwoVariants() {
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    const light = await logo.screenshot()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect((await logo.screenshot()).equals(light)).toBe(false)
  }
  await phone.open()
  await expectTwoVariants()
  await phone.signIn()
  await expectTwoVariants()
})
