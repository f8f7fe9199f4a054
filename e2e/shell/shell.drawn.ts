import type { Locator } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { expect, WITH_MOTION } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.use(WITH_MOTION)

const PANELS = ['Diario', 'Gráfico', 'Añadir descanso', 'Plan', 'BSC'] as const

test('five tabs: four with their name, in the middle a round one with a plus and no text; the active one is marked', async ({
  carer,
}) => {
  const tabs = carer.tabBar.getByRole('button')
  await expect(tabs).toHaveText(['Diario', 'Gráfico', '', 'Plan', 'BSC'])
  const add = tabs.nth(2)
  await expect(add).toHaveAccessibleName('Añadir descanso')
  const round = add.locator('span')
  await expect(round).toHaveCSS('border-radius', '50%')
  await expect(round.locator('use')).toHaveAttribute('href', '#i-plus')
  // The primary accent is a light blue.
  await expect(round).toHaveCSS('background-color', 'rgb(140, 205, 244)')
  for (const [index, name] of PANELS.entries()) {
    await carer.goTo(name)
    const tab = tabs.nth(index)
    await expect(carer.tabBar.locator('[aria-current=page]')).toHaveCount(1)
    await expect(tab).toHaveAttribute('aria-current', 'page')
    const others = tabs.nth((index + 1) % 5)
    const color = (target: typeof tab) => target.evaluate((button) => getComputedStyle(button).color)
    expect(await color(tab)).not.toBe(await color(others))
  }
})

test('the tab bar stays at the bottom, at most 420 px wide and centred, however wide the screen', async ({
  carer,
}) => {
  const { page } = carer
  await carer.goTo('Plan')
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    for (const y of [0, 400]) {
      await page.evaluate((top) => scrollTo(0, top), y)
      const box = await carer.tabBar.boundingBox()
      if (!box) throw new Error('No tab bar')
      expect(box.y + box.height).toBe(700)
      expect(box.width).toBe(Math.min(420, width))
      expect(box.x).toBe((width - box.width) / 2)
    }
  }
})

test('the five panels stay, and only one is shown', async ({ carer, page }) => {
  const panel = (name: string) => page.getByRole('region', { name, exact: true, includeHidden: true })
  for (const shown of PANELS) {
    await carer.goTo(shown)
    for (const name of PANELS) {
      await expect(panel(name)).toBeAttached()
      await expect(panel(name)).toBeVisible({ visible: name === shown })
    }
  }
})

test('theme and way out are at the top of every screen, left and right', async ({ carer, page }) => {
  for (const name of PANELS) {
    await carer.goTo(name)
    const theme = await page.getByRole('button', { name: 'Cambiar tema' }).boundingBox()
    const out = await page.getByRole('button', { name: 'Cerrar sesión' }).boundingBox()
    expect(theme?.x).toBeLessThan(44)
    expect(theme?.y).toBeLessThan(44)
    expect(out?.x).toBeGreaterThan(390 - 88)
    expect(out?.y).toBe(theme?.y)
  }
})

test('tabs, toasts and the buttons of a sheet stay clear of the phone’s home bar', async ({ carer }) => {
  const { page } = carer
  const homeBar = 844 - 34
  const bottomOf = async (target: Locator) => {
    await atRest(page)
    const box = await target.boundingBox()
    return (box?.y ?? Number.NaN) + (box?.height ?? 0)
  }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } })
  for (const tab of await carer.tabBar.getByRole('button').all()) {
    expect(await bottomOf(tab)).toBeLessThanOrEqual(homeBar)
  }
  const bar = await carer.tabBar.boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(844)
  await page.getByRole('button', { name: 'Ahora' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await carer.expectToast('¡Despertar registrado!')
  await carer.holdToast()
  expect(await bottomOf(page.locator('[data-toast]'))).toBeLessThanOrEqual(bar?.y ?? 0)
  await carer.records.getByRole('button', { name: 'Eliminar' }).click()
  const answer = page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' })
  expect(await bottomOf(answer)).toBeLessThanOrEqual(homeBar)
  // The next story has this page too.
  await devtools.detach()
})

test('a text that was touched keeps no caret in its screen when another one comes', async ({
  carer,
  page,
}) => {
  await carer.goTo('Plan')
  await page.getByRole('heading', { level: 1 }).tap()
  await carer.goTo('Diario')
  expect(await page.evaluate(() => getSelection()?.type)).toBe('None')
})

test('what was begun in one tab is there when the carer comes back from another', async ({ carer, page }) => {
  const form = sleepForm(page)
  await page.getByLabel('A qué hora despertó?').fill('07:45')
  await carer.goTo('Añadir descanso')
  await form.type('Noche').check()
  await form.start.fill('15:10')
  await form.quality('Regular').check()
  await form.disturbance('Nuevos alimentos').check()
  await form.feedings.fill('3')
  await form.wakeUps.fill('4')
  await page.evaluate(() => scrollTo(0, 300))
  for (const tab of ['Plan', 'BSC', 'Gráfico'] as const) {
    await carer.goTo(tab)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
  await carer.goTo('Añadir descanso')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  await expect(form.type('Noche')).toBeChecked()
  await expect(form.start).toHaveValue('15:10')
  await expect(form.quality('Regular')).toBeChecked()
  await expect(form.disturbance('Nuevos alimentos')).toBeChecked()
  await expect(form.feedings).toHaveValue('3')
  await expect(form.wakeUps).toHaveValue('4')
  await carer.goTo('Diario')
  await expect(page.getByLabel('A qué hora despertó?')).toHaveValue('07:45')
  await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
  await carer.goTo('Plan')
  await carer.goTo('Diario')
  await expect(page.getByRole('heading', { name: 'Domingo 10' })).toBeVisible()
})
