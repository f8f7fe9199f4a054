import type { Locator } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

/** Counts what the thumb does. */
function oneThumb() {
  const thumb = {
    taps: 0,
    async tap(target: Locator): Promise<void> {
      thumb.taps += 1
      await target.tap()
    },
  }
  return thumb
}

test('a nap starts in two taps from the open diary, and ends in one', async ({ carer, page }) => {
  const starting = oneThumb()
  await starting.tap(carer.tabBar.getByRole('button', { name: 'Añadir descanso' }))
  await starting.tap(sleepForm(page).confirmStart)
  await carer.expectToast('Hora de inicio guardada')
  expect(starting.taps).toBe(2)

  await carer.goTo('Diario')
  await expect(page.getByText('Durmiendo desde 16:20')).toBeVisible()
  const ending = oneThumb()
  await ending.tap(page.getByRole('button', { name: /^Terminar siesta/ }))
  await carer.expectToast('¡Descanso actualizado!')
  expect(ending.taps).toBe(1)
  await expect(page.getByText('Durmiendo desde 16:20')).toBeHidden()
  await expect(carer.records.first()).toContainText('16:20 – 16:21')
})

test('the start of a running nap moves by 15 minutes in two taps, and one takes that back', async ({
  family,
  phone,
}) => {
  const { page } = phone
  const form = sleepForm(page)
  await family.logs(sleep('siesta', '2025-08-11', '15:50'))
  await phone.signIn()
  await phone.goTo('Diario')
  const thumb = oneThumb()
  await thumb.tap(phone.tabBar.getByRole('button', { name: 'Añadir descanso' }))
  await thumb.tap(form.earlier(15, 'Hora de inicio'))
  await phone.expectToast('Hora de inicio guardada')
  await phone.holdToast()
  expect(thumb.taps).toBe(2)
  await expect(form.start).toHaveValue('15:35')
  await expect.poll(async () => (await family.records())[0]?.start_time).toBe('15:35')
  await expect(form.start).toHaveAttribute('readonly')

  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(form.start).toHaveValue('15:50')
  await expect(form.start).toHaveAttribute('readonly')
  await phone.goTo('Diario')
  await expect(page.getByText('Durmiendo desde 15:50')).toBeVisible()
})

test('chips take 5, 10 or 15 minutes off either time of the form, and offer no end before the start', async ({
  carer,
}) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  for (const [minutes, start] of [
    [5, '16:15'],
    [10, '16:05'],
    [15, '15:50'],
  ] as const) {
    await form.earlier(minutes, 'Hora de inicio').tap()
    await expect(form.start).toHaveValue(start)
  }
  await form.confirmStart.tap()
  await form.endNow.tap()
  for (const [minutes, end] of [
    [5, '16:15'],
    [10, '16:05'],
  ] as const) {
    await form.earlier(minutes, 'Hora de fin').tap()
    await expect(form.end).toHaveValue(end)
  }
  await expect(form.earlier(10, 'Hora de fin')).toBeVisible()
  await expect(form.earlier(15, 'Hora de fin')).toBeHidden()
  await form.confirmEnd.tap()
  await form.save.tap()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado siesta de 15m.')
})

for (const [minutes, end] of [
  [5, '16:15'],
  [10, '16:10'],
  [15, '16:05'],
] as const) {
  test(`a running nap ended ${minutes} minutes ago in one tap`, async ({ family, phone }) => {
    await family.logs(sleep('siesta', '2025-08-11', '15:00'))
    await phone.signIn()
    await phone.goTo('Diario')
    await phone.page.getByRole('button', { name: `−${minutes} min ${end}` }).tap()
    await expect(phone.records).toContainText(`15:00 – ${end}`)
  })
}

test.describe('times that are known already', () => {
  test('a sleep that went on begins with one tap where the last one ended', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', '2025-08-11', '13:00', '14:10'))
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.button('Último fin: 14:10').tap()
    await expect(form.start).toHaveValue('14:10')
    await form.confirmStart.tap()
    await expect(form.button('Último fin: 14:10')).toBeHidden()
  })

  test('the wake-up prompt begins with the end of the night', async ({ family, phone }) => {
    await family.logs(sleep('noche', '2025-08-10', '20:50', '07:40'))
    await phone.signIn()
    await expect(phone.page.getByLabel('A qué hora despertó?')).toHaveValue('07:40')
    await phone.page.getByRole('button', { name: 'Guardar', exact: true }).tap()
    await expect(phone.records).toContainText('Hora: 07:40')
  })

  test('a night that is written down in the morning ends with one tap at the wake-up', async ({
    family,
    phone,
  }) => {
    const { page } = phone
    const form = sleepForm(page)
    await family.logs(wakeUp('2025-08-11', '07:40'))
    await phone.signIn()
    await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
    await page.getByRole('button', { name: 'Añadir registro a este día' }).tap()
    await form.type('Noche').check()
    await form.enterStart('20:50')
    await form.button('Despertó a las 07:40').tap()
    await form.confirmEnd.tap()
    await form.save.tap()
    await phone.expectToast('¡Descanso guardado!', 'Se ha registrado noche de 10h 50m.')
  })
})

test.describe('an offer that goes when it is taken leaves the keyboard at what comes next', () => {
  test('the start that is known, and minutes off an end that leave no more of them', async ({
    family,
    phone,
  }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', '2025-08-11', '13:00', '14:10'))
    await phone.signIn()
    await phone.goTo('Añadir descanso')
    await form.button('Último fin: 14:10').press('Enter')
    await expect(form.confirmStart).toBeFocused()
    await form.confirmStart.press('Enter')
    // The end has a ✓ to go to once the start is stored.
    await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
    await form.end.fill('14:16')
    await form.earlier(5, 'Hora de fin').press('Enter')
    await expect(form.end).toHaveValue('14:11')
    await expect(form.confirmEnd).toBeFocused()
  })

  test('the end of a sleep that nobody ended', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('noche', '2025-08-09', '20:30'), wakeUp('2025-08-10', '07:10'))
    await phone.signIn()
    await form.button('Despertó a las 07:10').press('Enter')
    await expect(form.end).toHaveValue('07:10')
    await expect(form.confirmEnd).toBeFocused()
  })
})
