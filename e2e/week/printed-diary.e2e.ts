import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/seed.ts'
import { openPreview, PRINT } from './preview.ts'

test.use(WITH_MOTION)

test('«Imprimir» opens the print dialog; Escape goes back to the chart, which hasn’t moved', async ({
  phone,
}) => {
  const { page } = phone
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = document.title
    }
  })
  await phone.signIn()
  const preview = await openPreview(phone)
  await expect(preview.getByRole('heading', { name: 'Diario para imprimir' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(preview.getByRole('radio', { name: '2 semanas' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(preview.getByRole('radio', { name: '4 semanas' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute(
    'data-printed',
    /^Diario de sueño de Mi bebé, 21 de julio - /,
  )
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await expect(page.getByRole('button', { name: PRINT })).toBeFocused()
  await expect(page).toHaveTitle('Nana')
  await expect(page.getByText('11 - 17 de agosto 2025', { exact: true })).toBeVisible()
})
