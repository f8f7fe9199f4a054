import { expectAccessible } from '../kit/accessible.ts'
import { expect, test } from '../kit/carer.ts'
import { expectNothingLostInAnyReading } from '../kit/nothing-lost.ts'
import { nameResponsible } from '../kit/responsible.ts'

const TITLES = [
  'Quién responde de los datos',
  'Qué se guarda',
  'Para qué',
  'Dónde',
  'Cuánto tiempo',
  'Quién lo ve',
  'Qué puedes hacer',
  'Qué queda al borrar la cuenta',
]

test('who has no account reads what is kept, and by whom, from the foot of the login', async ({
  phone,
  page,
  context,
}) => {
  await phone.open()
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Privacidad' }).click()
  const opened = await opening
  await expect(opened.getByRole('heading', { level: 1, name: 'Privacidad' })).toBeVisible()
  await expect(opened.getByRole('heading', { level: 2 })).toHaveText(TITLES)
  await expect(opened.getByText('Nana es un servicio de BSC.')).toBeVisible()
  await expect(opened.getByRole('link', { name: 'soporte@bsc.example' })).toBeVisible()
  await expect(opened.getByText('Las direcciones de internet, 30 días.')).toBeVisible()
  await opened.getByRole('link', { name: 'Volver a Nana' }).click()
  await expect(opened.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
})

test('who is signed in reads it from «Cuenta», and is back in the app', async ({ carer, page, context }) => {
  await carer.goTo('Plan')
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Qué se guarda de ti y de tu bebé' }).click()
  const opened = await opening
  await expect(opened.getByRole('heading', { level: 2 })).toHaveText(TITLES)
  await opened.getByRole('link', { name: 'Volver a Nana' }).click()
  await expect(opened.getByRole('navigation', { name: 'Secciones' })).toBeVisible()
})

test('it names who answers for the data, and can be read by everybody', async ({ page, context, server }) => {
  await nameResponsible(context, '2025-11-23')
  await page.goto(`${server.url}/privacidad`)
  await expect(page.getByText('Sueños, S. L. responde de lo que aquí se guarda.')).toBeVisible()
  await expect(page.getByText('Calle Mayor 1, 28013 Madrid')).toBeVisible()
  for (const address of ['privacidad@suenos.example', 'dpd@suenos.example'])
    await expect(page.getByRole('link', { name: address })).toHaveAttribute('href', `mailto:${address}`)
  await expect(page.getByText('Este texto es del 23 de noviembre de 2025.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cambiar tema' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await expectNothingLostInAnyReading(page)
})
