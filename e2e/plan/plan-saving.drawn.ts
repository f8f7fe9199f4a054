import type { Page } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { fillDisk, freeDisk } from '../kit/full-disk.ts'
import { planForm } from '../kit/plan-form.ts'

test.beforeEach(async ({ family }) => {
  await family.born('2025-01-31')
  await family.plans({})
})

test('one button saves baby and plan, and says which', async ({ family, phone }) => {
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(phone.page)

  await test.step('the name alone: the birth date does not move', async () => {
    await expect(form.months).toHaveValue('6')
    await form.name.fill('Lucía')
    await expect(form.unsaved).toBeVisible()
    await form.save.click()
    await phone.expectToast('Éxito', 'Información del bebé actualizada.')
    await expect(form.unsaved).toBeHidden()
    await expect.poll(async () => (await family.baby()).name).toBe('Lucía')
    expect((await family.baby()).birth_date).toBe('2025-01-31')
  })

  await test.step('the plan alone, in its normal form', async () => {
    await form.firstWindow.fill('1h45')
    await form.save.click()
    await phone.expectToast('Éxito', 'Plan de sueño actualizado.')
    await expect(form.firstWindow).toHaveValue('1h 45min')
    await expect.poll(async () => (await family.plan()).first_wake_window).toBe('1h 45min')
  })

  await test.step('baby and plan together', async () => {
    await form.name.fill('Lucía María')
    await form.duration(1).press('ArrowLeft')
    await form.save.click()
    await phone.expectToast(
      '¡Todo guardado!',
      'Los datos de tu bebé y el plan de sueño han sido actualizados.',
    )
    await expect.poll(async () => (await family.plan()).naps[0]?.duration).toBe(75)
    await expect.poll(() => family.baby()).toMatchObject({ name: 'Lucía María', birth_date: '2025-01-31' })
  })
})

test('an age that is typed reads back as typed, here, in the diary and after a reload', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(page)
  for (const [years, months, text, birthDate] of [
    ['1', '2', '1 año y 2 meses', '2024-05-31'],
    ['0', '8', '8 meses', '2024-11-30'],
    ['2', '0', '2 años', '2023-07-30'],
  ] as const) {
    await form.years.fill(years)
    await form.months.fill(months)
    await form.save.click()
    await phone.expectToast('Éxito', 'Información del bebé actualizada.')
    await expect(form.unsaved).toBeHidden()
    await expect(form.years).toHaveValue(years)
    await expect(form.months).toHaveValue(months)
    await phone.goTo('Diario')
    await expect(page.getByText(`Mi bebé · ${text}`, { exact: true })).toBeVisible()
    await expect.poll(async () => (await family.baby()).birth_date).toBe(birthDate)
    await phone.reload()
    await phone.goTo('Plan')
    await expect(form.years).toHaveValue(years)
    await expect(form.months).toHaveValue(months)
  }
})

test('an age is whole numbers: nothing counts as 0, months beyond 11 show as years, what is no age stays and is said', async ({
  family,
  phone,
}) => {
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(phone.page)
  await expect(form.years).toHaveAttribute('min', '0')
  await expect(form.months).toHaveAttribute('max', '11')
  await form.years.fill('')
  await form.months.fill('15')
  await form.name.focus()
  await expect(form.years).toHaveValue('1')
  await expect(form.months).toHaveValue('3')
  await form.years.fill('')
  await form.name.focus()
  await expect(form.years).toHaveValue('0')

  for (const [field, typed, says] of [
    [form.months, '-3', 'Meses: no puede ser menos de 0.'],
    [form.months, '2.5', 'Meses: solo números enteros.'],
    [form.years, '40', 'Años: como mucho, 18 años en total.'],
  ] as const) {
    const before = await field.inputValue()
    await field.fill(typed)
    await form.save.click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(typed)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(says)
    await field.fill(before)
  }
  // A number field lets one type an e, as in 1e3; that isn't the empty field that counts as 0.
  await form.months.fill('')
  await form.months.pressSequentially('e')
  await form.name.focus()
  await expect(form.months).toHaveAccessibleDescription('Meses: solo números enteros.')
  await form.save.click()
  await expect(form.months).toBeFocused()
  await expect(phone.page.locator('[data-toast]')).toHaveCount(0)
  expect((await family.baby()).birth_date).toBe('2025-01-31')
})

test('unsaved changes survive a look at other tabs, and the page does not close over them in silence', async ({
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(page)
  await expect(form.name).toHaveValue('Mi bebé')
  await expect(form.unsaved).toBeHidden()
  await form.name.fill('Lucía')
  await form.window(1).fill('2h 2')
  await form.napsCount(2).check()
  for (const tab of ['Diario', 'Gráfico', 'BSC', 'Plan'] as const) await phone.goTo(tab)
  await expect(form.name).toHaveValue('Lucía')
  await expect(form.window(1)).toHaveValue('2h 2')
  await expect(form.napsCount(2)).toBeChecked()
  await expect(form.unsaved).toBeVisible()

  await phone.goTo('Diario')
  expect(await triesToClose(page)).toBe('beforeunload')
  await phone.goTo('Plan')
  await expect(form.name).toHaveValue('Lucía')

  await form.save.click()
  await phone.expectToast('¡Todo guardado!')
  await expect(form.unsaved).toBeHidden()
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
})

test('what was touched and put back follows what another phone changes, and saving undoes none of it', async ({
  family,
  phone,
}) => {
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(phone.page)
  await form.napsCount(2).check()
  await form.napsCount(3).check()
  await form.duration(1).press('ArrowRight')
  await form.duration(1).press('ArrowLeft')
  await form.months.fill('')
  await form.name.focus()
  await form.months.fill('6')
  await expect(form.unsaved).toBeHidden()

  const naps = [60, 120].map((duration) => ({ duration, wakeWindow: '2h 15min' }))
  await family.plans({ naps_count: 2, naps })
  await family.born('2024-12-31')
  await expect(form.napsCount(2)).toBeChecked()
  await expect(form.duration(1)).toHaveValue('60')
  await expect(form.months).toHaveValue('7')
  await expect(form.unsaved).toBeHidden()
  await form.name.fill('Lucía')
  await form.save.click()
  await phone.expectToast('Éxito', 'Información del bebé actualizada.')
  expect((await family.plan()).naps_count).toBe(2)
  expect((await family.baby()).birth_date).toBe('2024-12-31')
})

test('when the phone refuses to store it says so, keeps the form, and saves once there is room', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(page)
  await fillDisk(page, 'all')
  await form.name.fill('Lucía')
  await form.save.click()
  await phone.expectToast('Error', 'No se pudo actualizar la información del bebé.')
  await form.name.fill('Mi bebé')
  await form.firstWindow.fill('2h')
  await form.save.click()
  await phone.expectToast('Error', 'No se pudo actualizar el plan de sueño.')
  await form.name.fill('Lucía')
  await form.save.click()
  await phone.expectToast(
    'Error',
    'No se pudo actualizar la información del bebé. No se pudo actualizar el plan de sueño.',
  )
  await expect(form.name).toHaveValue('Lucía')
  await expect(form.firstWindow).toHaveValue('2h')
  await expect(form.unsaved).toBeVisible()

  await freeDisk(page)
  await form.save.click()
  await phone.expectToast('¡Todo guardado!')
  await expect.poll(async () => (await family.plan()).first_wake_window).toBe('2h 00min')
  await expect.poll(async () => (await family.baby()).name).toBe('Lucía')
})

test('when only the plan could not be stored, the baby is saved and the plan stays to be tried again', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(page)
  await fillDisk(page, 'sleep_plans')
  await form.name.fill('Lucía')
  await form.firstWindow.fill('2h')
  await form.save.click()
  await phone.expectToast('Error', 'No se pudo actualizar el plan de sueño.')
  await expect(page.locator('[data-toast]')).not.toContainText('bebé')
  await expect.poll(async () => (await family.baby()).name).toBe('Lucía')
  await expect(form.firstWindow).toHaveValue('2h')
  await expect(form.unsaved).toBeVisible()
  await freeDisk(page)
  await form.save.click()
  await phone.expectToast('Éxito', 'Plan de sueño actualizado.')
  await expect(form.unsaved).toBeHidden()
})

/** Closes the page as the carer would, who then stays. Resolves to the kind of question that the browser asks. */
async function triesToClose(page: Page): Promise<string> {
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  await question.dismiss()
  return question.type()
}
