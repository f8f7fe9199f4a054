import { holdAnswer, loseAnswer } from '../kit/answers.ts'
import { expect, test } from './staff.ts'

/* The plans that proposals begin with. */

const NAP = { duration: 60, wakeWindow: '2h 30min' }
const PLAN = { naps_count: 2, naps: [NAP, NAP], night_bedtime: '20:00', first_wake_window: '1h 30min' }

test('an answer that comes late leaves alone the template that was opened meanwhile', async ({
  consultant: { page, call },
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const nameOf = (what: string) => `${what} ${mark}`
  const [made, other, gone] = [nameOf('Hecha'), nameOf('Otra'), nameOf('Sobra')]
  for (const name of [other, gone]) {
    await call('save_template', { id: crypto.randomUUID(), name, from_months: 6, to_months: 9, ...PLAN })
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

test('a new template whose answer is lost, or comes while more is typed, is the same one when it is saved again', async ({
  consultant: { page },
}) => {
  const name = `Perdida ${crypto.randomUUID().slice(0, 8)}`
  const rows = page.getByRole('list', { name: 'Plantillas por edad' }).getByRole('button', { name })
  const typedName = page.getByLabel('Nombre')
  const save = page.getByRole('button', { name: 'Guardar plantilla' })
  const theirs = page.getByText(/Otra persona|se ha eliminado/)
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await typedName.fill(name)
  await page.getByLabel('Desde', { exact: true }).fill('6')
  await page.getByLabel('Hasta', { exact: true }).fill('9')
  await loseAnswer(page, '**/rpc/save_template')
  await save.click()
  await expect(page.getByText('No sabemos si se ha guardado', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)

  await typedName.fill(`${name} bis`)
  const letSaved = await holdAnswer(page, '**/rpc/save_template')
  await save.click()
  await typedName.fill(`${name} ter`)
  letSaved()
  await expect(page.getByText('Plantilla guardada', { exact: true })).toBeVisible()
  await expect(theirs).toHaveCount(0)
  await expect(typedName).toHaveValue(`${name} ter`)
  await save.click()
  await expect(rows).toHaveText([new RegExp(`^${name} ter`)])
  await expect(theirs).toHaveCount(0)
  // Nothing would be lost with what reads as it is saved.
  await typedName.fill(name)
  await expect(rows).toHaveText(/sin guardar/)
  await typedName.fill(`${name} ter`)
  await expect(rows).not.toHaveText(/sin guardar/)
})

test('a new template whose answer is lost closes when somebody else deletes it', async ({
  consultant: { page, call },
}) => {
  const name = `Hallada ${crypto.randomUUID().slice(0, 8)}`
  const row = page.getByRole('list', { name: 'Plantillas por edad' }).getByRole('button', { name })
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await page.getByLabel('Nombre').fill(name)
  await page.getByLabel('Desde', { exact: true }).fill('6')
  await page.getByLabel('Hasta', { exact: true }).fill('9')
  await loseAnswer(page, '**/rpc/save_template')
  await page.getByRole('button', { name: 'Guardar plantilla' }).click()
  await expect(row).toHaveText(/sin guardar/)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(row).not.toHaveText(/sin guardar/)
  await expect(page.getByLabel('Nombre')).toHaveValue(name)

  const all = (await call('plan_templates')) as { id: string; name: string }[]
  await call('delete_template', { id: all.find((template) => template.name === name)?.id })
  // The window comes to the front.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(row).toHaveCount(0)
  await expect(page.getByText('Elige una plantilla')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Plantillas', exact: true })).toBeFocused()
})

test('a new template that is typed on while it is saved stays open when that is taken back', async ({
  consultant: { page },
}) => {
  const name = `Seguida ${crypto.randomUUID().slice(0, 8)}`
  const list = page.getByRole('list', { name: 'Plantillas por edad' })
  const row = list.getByRole('button', { name })
  const typedName = page.getByLabel('Nombre')
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await typedName.fill(name)
  await page.getByLabel('Desde', { exact: true }).fill('6')
  await page.getByLabel('Hasta', { exact: true }).fill('9')
  const letSaved = await holdAnswer(page, '**/rpc/save_template')
  await page.getByRole('button', { name: 'Guardar plantilla' }).click()
  await typedName.fill(`${name} bis`)
  letSaved()
  await expect(row).toHaveText(/sin guardar/)
  await expect(typedName).toBeFocused()
  await expect(list.getByRole('button', { name: 'Nueva plantilla' })).toHaveCount(0)
  await typedName.fill(name)
  await expect(row).not.toHaveText(/sin guardar/)
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(typedName).toHaveValue(name)
})

test('what was typed in a template that somebody else deletes stays in the list until it is saved or discarded', async ({
  consultant: { page, call },
}) => {
  const id = crypto.randomUUID()
  const name = `Compartida ${id.slice(0, 8)}`
  await call('save_template', { id, name, from_months: 12, to_months: 18, ...PLAN })
  const list = page.getByRole('list', { name: 'Plantillas por edad' })
  const removed = list.getByRole('button', { name: /^Compartida .* eliminada · sin guardar$/ })
  const typedName = page.getByLabel('Nombre')
  async function typeAndLose(typed: string) {
    await list.getByRole('button', { name }).click()
    await typedName.fill(typed)
    await call('delete_template', { id })
    await page.getByRole('link', { name: 'Familias' }).click()
    await page.getByRole('link', { name: 'Plantillas' }).click()
    await removed.click()
    await expect(page.getByText('Ya no está en la lista: se ha eliminado.')).toBeVisible()
    await expect(typedName).toHaveValue(typed)
  }

  await page.getByRole('link', { name: 'Plantillas' }).click()
  await typeAndLose(`${name} bis`)
  await page.getByRole('button', { name: 'Guardar plantilla' }).click()
  await expect(page.getByText('Plantilla guardada', { exact: true })).toBeVisible()
  await expect(list.getByRole('button', { name: `${name} bis` })).toBeVisible()
  await expect(removed).toHaveCount(0)

  await typeAndLose(`${name} ter`)
  await page.getByRole('button', { name: 'Descartar' }).click()
  // A toast stays for as long as the pointer rests on it.
  await page.locator('[data-toast]').hover()
  await expect(removed).toHaveCount(0)
  await expect(page.getByText('Elige una plantilla')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await removed.click()
  await expect(typedName).toHaveValue(`${name} ter`)
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
  await expect(page.getByRole('heading', { name: 'Plantillas' })).toBeFocused()
})

test('whoever deletes a template is led to what is left, when the answer is lost too', async ({
  consultant: { page, call },
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const [plain, typedIn] = [`Borrada ${mark}`, `Escrita ${mark}`]
  for (const name of [plain, typedIn]) {
    await call('save_template', { id: crypto.randomUUID(), name, from_months: 6, to_months: 9, ...PLAN })
  }
  async function remove(name: string) {
    await page.getByRole('list', { name: 'Plantillas por edad' }).getByRole('button', { name }).click()
    if (name === typedIn) await page.getByLabel('Nombre').fill(`${name} bis`)
    await loseAnswer(page, '**/rpc/delete_template')
    await page.getByRole('button', { name: 'Eliminar plantilla' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).press('Enter')
  }
  await page.getByRole('link', { name: 'Plantillas' }).click()
  await remove(plain)
  await expect(page.getByRole('heading', { name: 'Plantillas', exact: true })).toBeFocused()
  await remove(typedIn)
  await expect(page.getByText('Ya no está en la lista: se ha eliminado.')).toBeVisible()
  await expect(page.getByRole('heading', { name: typedIn })).toBeFocused()
})
