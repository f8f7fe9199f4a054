import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../kit/carer.ts'

const brand = JSON.parse(readFileSync(new URL('../../brand.json', import.meta.url), 'utf8'))

function resources(page: Page) {
  return page.getByRole('region', { name: 'BSC' })
}

test.beforeEach(async ({ carer }) => {
  await carer.goTo('BSC')
})

test('every link goes where the brand says, in a tab of its own that can’t reach back', async ({
  carer,
  context,
}) => {
  // The provider's pages are not ours to open here.
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'Fuera' }))
  const { links } = brand
  for (const [name, address] of [
    ['Blog', links.blog],
    ['Contacta', links.contact],
    ['Servicios', links.services],
    ['Cursos', links.courses],
    ['Ver en Instagram', links.instagram],
    ['Visitar nuestra web', links.web],
  ] as const) {
    const link = resources(carer.page).getByRole('link', { name: `${name} (se abre en otra pestaña)` })
    await expect(link).toHaveAttribute('href', address)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    const opened = context.waitForEvent('page')
    await link.click()
    const tab = await opened
    await expect(tab).toHaveURL(address)
    await tab.waitForLoadState()
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    await tab.close()
  }
})
