import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { planForm } from '../kit/plan-form.ts'
import { wakeUp } from '../kit/seed.ts'

test('the nap slider goes from 15 to 180 minutes in steps of 15', async ({ phone }) => {
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(phone.page)
  await form.duration(1).press('ArrowRight')
  await expect(form.duration(1)).toHaveValue('105')
  await expect(form.screen.getByRole('status').filter({ hasText: '1h 45m' })).toBeVisible()
  await form.duration(1).press('End')
  await expect(form.duration(1)).toHaveValue('180')
  await form.duration(1).press('Home')
  await expect(form.duration(1)).toHaveValue('15')
})

test('each window is read out under its field while it is typed, the last one without an upper bound', async ({
  phone,
}) => {
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(phone.page)
  await expect(form.firstWindow).toHaveAccessibleDescription('1h 30m - 2h 0m')
  await expect(form.window(1)).toHaveAccessibleDescription('2h 15m - 2h 45m')
  await expect(form.window(2)).toHaveAccessibleDescription('2h 30m - 3h 0m')
  await expect(form.window(3)).toHaveAccessibleDescription('2h 45m')

  await form.firstWindow.fill('')
  await form.firstWindow.pressSequentially('1h')
  await expect(form.firstWindow).toHaveAccessibleDescription('1h 0m - 1h 30m')
  await form.firstWindow.pressSequentially('30')
  await expect(form.firstWindow).toHaveAccessibleDescription('1h 30m - 2h 0m')
  for (const [typed, read] of [
    ['90min', '1h 30m - 2h 0m'],
    ['45', '45m - 1h 15m'],
    ['1:45', '1h 45m - 2h 15m'],
    ['1,5h', '1h 30m - 2h 0m'],
    ['2 HORAS 10 minutos', '2h 10m - 2h 40m'],
  ] as const) {
    await form.firstWindow.fill(typed)
    await expect(form.firstWindow, typed).toHaveAccessibleDescription(read)
    await expect(form.screen.getByText(read, { exact: true }).first()).toBeVisible()
  }

  // Of two naps the second is the last before bedtime, which has no upper bound; of four the third no longer is.
  await form.napsCount(2).check()
  await expect(form.window(2)).toHaveAccessibleDescription('2h 30m')
  await form.napsCount(4).check()
  await expect(form.window(3)).toHaveAccessibleDescription('2h 45m - 3h 15m')
  await expect(form.window(4)).toHaveAccessibleDescription('2h 0m')
})

test('a window that can’t be read: an example beside it, nothing saved, the rest of the form stays', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(page)
  await form.name.fill('Lucía')
  for (const typed of ['mañana', '1h 75min', '30min 1h', '2 30', '0', '13h', '']) {
    await form.window(2).fill(typed)
    await expect(form.window(2), typed).toHaveAccessibleDescription('No se entiende. Escríbela así: 1h 30min')
    await expect(form.window(2)).toHaveAttribute('aria-invalid', 'true')
    await expect(form.screen.getByText('No se entiende. Escríbela así: 1h 30min')).toBeVisible()
  }
  await form.window(2).fill('mañana')
  await form.save.click()
  await expect(form.window(2)).toBeFocused()
  await expect(page.locator('[data-toast]')).toHaveCount(0)
  await expect(form.window(2)).toHaveValue('mañana')
  await expect(form.name).toHaveValue('Lucía')
  await expect(form.unsaved).toBeVisible()

  // Changes reach the server in their order: had any been saved before the wake-up, it would be there with it.
  await phone.goTo('Diario')
  await phone.logWakeUp()
  await expect.poll(() => family.records()).toHaveLength(1)
  expect((await family.baby()).name).toBe('Mi bebé')
  expect((await family.plan()).naps[1]?.wakeWindow).toBe('2h 30min')

  await phone.goTo('Plan')
  await form.window(2).fill('2h')
  await form.save.click()
  await phone.expectToast('¡Todo guardado!')
  await expect(form.window(2)).toHaveValue('2h 00min')
})

test('a malformed window that is already stored gives a hint in the diary and can be mended in the plan', async ({
  family,
  phone,
}) => {
  const { page } = phone
  await family.plans({ first_wake_window: 'cuando toque' })
  await family.logs(wakeUp('2025-08-11', '08:20'))
  await phone.signIn()
  await expect(
    page.getByText('Revisa las ventanas de sueño del plan para ver la próxima siesta.'),
  ).toBeVisible()
  await phone.goTo('Plan')
  const form = planForm(page)
  await expect(form.firstWindow).toHaveAccessibleDescription('No se entiende. Escríbela así: 1h 30min')
  await form.firstWindow.fill('9h')
  await form.save.click()
  await phone.expectToast('Éxito', 'Plan de sueño actualizado.')
  await phone.goTo('Diario')
  await expect(page.getByText('17:20 – 17:50')).toBeVisible()
})

test('fewer naps and back again: the entries that were dropped return as they were', async ({
  family,
  phone,
}) => {
  await family.plans({})
  await phone.signIn()
  await phone.goTo('Plan')
  const form = planForm(phone.page)
  await form.napsCount(4).check()
  await expect(form.duration(4)).toHaveValue('30')
  await expect(form.window(4)).toHaveValue('2h 00min')
  await form.duration(4).press('ArrowRight')
  await form.window(4).fill('3h')
  await form.window(3).fill('2h 50min')
  await form.napsCount(2).check()
  await expect(form.duration(3)).toHaveCount(0)
  await expect(form.window(3)).toHaveCount(0)
  await expect(form.window(2)).toHaveValue('2h 30min')
  await form.napsCount(4).check()
  await expect(form.window(3)).toHaveValue('2h 50min')
  await expect(form.duration(4)).toHaveValue('45')
  await expect(form.window(4)).toHaveValue('3h')
  await form.save.click()
  await phone.expectToast('Éxito', 'Plan de sueño actualizado.')
  await expect.poll(async () => (await family.plan()).naps_count).toBe(4)
  expect((await family.plan()).naps).toEqual([
    { duration: 90, wakeWindow: '2h 15min' },
    { duration: 120, wakeWindow: '2h 30min' },
    { duration: 45, wakeWindow: '2h 50min' },
    { duration: 45, wakeWindow: '3h 00min' },
  ])
})
