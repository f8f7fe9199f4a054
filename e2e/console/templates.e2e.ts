import { holdAnswer } from '../kit/answers.ts'
import { expect, test } from './staff.ts'

/* The plans that proposals begin with. */

test('an answer that comes late leaves alone the template that was opened meanwhile', async ({
  consultant: { page, call },
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const nameOf = (what: string) => `${what} ${mark}`
  const [made, other, gone] = [nameOf('Hecha'), nameOf('Otra'), nameOf('Sobra')]
  const naps = [
    { duration: 60, wakeWindow: '2h 30min' },
    { duration: 60, wakeWindow: '2h 30min' },
  ]
  const plan = { naps_count: 2, naps, night_bedtime: '20:00', first_wake_window: '1h 30min' }
  for (const name of [other, gone]) {
    await call('save_template', { id: crypto.randomUUID(), name, from_months: 6, to_months: 9, ...plan })
  }
  const list = page.getByRole('list', { name: 'Plantillas por edad' })
  const title = page.getByRole('heading', { level: 2 }).first()

  await page.getByRole('link', { name: 'Plantillas' }).click()
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await page.getByLabel('Nombre').fill(made)
  await page.getByLabel('Desde', { exact: true }).fill('6')
  await page.getByLabel('Hasta', { exact: true }).fill('9')
  const letSaved = await holdAnswer(page, '**/rpc/save_template')
  await page.getByRole('button', { name: 'Guardar plantilla' }).click()
  await list.getByRole('button', { name: other }).click()
  await expect(title).toHaveText(other)
  letSaved()
  await expect(page.getByText('Plantilla guardada', { exact: true })).toBeVisible()
  await expect(list.getByRole('button', { name: made })).toBeVisible()
  await expect(title).toHaveText(other)

  await list.getByRole('button', { name: gone }).click()
  const letRemoved = await holdAnswer(page, '**/rpc/delete_template')
  await page.getByRole('button', { name: 'Eliminar plantilla' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
  await list.getByRole('button', { name: other }).click()
  await expect(title).toBeFocused()
  letRemoved()
  await expect(page.getByText('Plantilla eliminada', { exact: true })).toBeVisible()
  await expect(list.getByRole('button', { name: gone })).toHaveCount(0)
  await expect(title).toHaveText(other)
  await expect(title).toBeFocused()
})

test('templates that still can’t be read are said to be so, and are there as soon as they can', async ({
  consultant: { page },
}) => {
  await page.route('**/rpc/plan_templates', (route) => route.abort())
  await page.getByRole('link', { name: 'Plantillas' }).click()
  const again = page.getByRole('button', { name: 'Volver a probar' })
  await again.click()
  await expect(page.getByText('El servidor sigue sin contestar.')).toBeVisible()
  await page.unroute('**/rpc/plan_templates')
  await again.click()
  await expect(page.getByRole('button', { name: 'Nueva plantilla' })).toBeVisible()
})
