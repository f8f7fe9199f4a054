import type { Locator } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { expect, test, WITH_MOTION } from '../kit/carer.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.use(WITH_MOTION)

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
  expect(await bottomOf(page.locator('[data-toast]'))).toBeLessThanOrEqual(bar?.y ?? 0)
  await carer.records.getByRole('button', { name: 'Eliminar' }).click()
  const answer = page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' })
  expect(await bottomOf(answer)).toBeLessThanOrEqual(homeBar)
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
