import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { Carer, expect, test } from './carer.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ colorScheme: theme })

    test('the login and its dialog', async ({ page, context, server }) => {
      const carer = new Carer(page, context, server)
      await carer.open()
      await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Solicitar prueba de 30 días' }).click()
      await expectAccessible(page)
    })

    test('the diary in its states, the form, the toast and the dialog', async ({ carer }) => {
      const { page } = carer
      await expectAccessible(page)
      await page.getByLabel('A qué hora despertó?').fill('08:20')
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await carer.expectToast('¡Despertar registrado!')
      await expectAccessible(page)
      await carer.goTo('Añadir descanso')
      await page.getByLabel('Hora de inicio', { exact: true }).fill('15:00')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Confirmar hora de inicio' }).click()
      await carer.goTo('Diario')
      await expect(page.getByText('Durmiendo desde 15:00')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: /^Terminar siesta/ }).click()
      await carer.records
        .first()
        .getByRole('button', { name: /Eliminar/ })
        .click()
      await expectAccessible(page)
    })

    test('chart, plan and resources', async ({ carer }) => {
      for (const [tab, heading] of [
        ['Gráfico', 'Gráfico Semanal'],
        ['Plan', 'Plan de Sueño'],
        ['BSC', 'Nana'],
      ] as const) {
        await carer.goTo(tab)
        await expect(carer.page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
        await expectAccessible(carer.page)
      }
    })
  })
}

test('nothing scrolls sideways and no target is under 44 px on a 320 px phone', async ({ carer }) => {
  const { page } = carer
  await page.setViewportSize({ width: 320, height: 640 })
  for (const tab of ['Diario', 'Gráfico', 'Añadir descanso', 'Plan', 'BSC'] as const) {
    await carer.goTo(tab)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, tab).toBeLessThanOrEqual(0)
    expect(await smallTargets(page), tab).toEqual([])
  }
})

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`),
  ).toEqual([])
}

/** Names of the buttons and links on screen that a thumb could miss. Links inside a sentence are exempt (WCAG 2.5.8). */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, [role=button]')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44))
      .map(
        ({ element, box }) =>
          `${element.ariaLabel ?? element.textContent} ${Math.round(box.width)}×${Math.round(box.height)}`,
      ),
  )
}
