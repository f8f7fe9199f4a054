import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'

const brand = JSON.parse(readFileSync(new URL('../../brand.json', import.meta.url), 'utf8'))

function resources(page: Page) {
  return page.getByRole('region', { name: 'BSC' })
}

test.beforeEach(async ({ carer }) => {
  await carer.goTo('BSC')
})

test('the screen bears the product’s name', async ({ carer }) => {
  const screen = resources(carer.page)
  await expect(screen.getByRole('heading', { name: brand.product, exact: true })).toBeVisible()
  await expect(screen.getByText('Recursos, consejos y novedades.')).toBeVisible()
})

test('a sample post, whose buttons only say that they are for show', async ({ carer }) => {
  const author = brand.provider.toLowerCase()
  const post = resources(carer.page).getByRole('article', { name: `Publicación de ${author}` })
  await expect(post.getByText(author, { exact: true }).first()).toBeVisible()
  await expect(post.getByRole('img', { name: 'Ilustración: la luna sobre un día de siestas' })).toBeVisible()
  await expect(post.getByText('128 Me gusta')).toBeVisible()
  await expect(post.getByRole('paragraph').filter({ hasText: 'Las ventanas de sueño' })).toHaveText(
    `${author} Las ventanas de sueño son una guía, no un examen. Mira a tu bebé y ajusta poco a poco.`,
  )
  await expect(post.getByText('14 comentarios')).toBeVisible()
  for (const name of ['Me gusta', 'Comentar', 'Compartir']) {
    await post.getByRole('button', { name, exact: true }).click()
    await carer.expectToast(
      '🚧 ¡Función en desarrollo!',
      'Esta interacción es solo visual. ¡El feed completo llegará pronto! 🚀',
    )
    await carer.closeToast()
    await expect(carer.page.locator('[data-toast]')).toHaveCount(0)
  }
  await expect(post.getByText('128 Me gusta')).toBeVisible()
})

test('an error is reported by mail, to support and with its subject', async ({ carer }) => {
  const link = resources(carer.page).getByRole('link', { name: 'Reportar un error' })
  const mail = new URL((await link.getAttribute('href')) ?? '')
  expect(mail.protocol).toBe('mailto:')
  expect(mail.pathname).toBe(brand.supportEmail)
  expect(mail.searchParams.get('subject')).toBe('Reporte de Error en la App')
  // Some mail programs would show a plus where a space is meant.
  expect(mail.search).not.toContain('+')
})
