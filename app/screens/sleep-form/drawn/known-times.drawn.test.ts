import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { despertar, noche, siesta } from '../../../../core/testing/records.ts'
import { carer } from '../../../testing/drawn/carer.ts'
import { drawPhone, recordsOnPhone } from '../../../testing/drawn/draw-phone.ts'
import { form } from '../../../testing/drawn/sleep-form.ts'
import { countTaps } from '../../../testing/drawn/taps.ts'

const TODAY = '2025-08-11'

test('a nap starts in two taps from the open diary, and ends in one', async () => {
  await drawPhone()
  const starting = await countTaps(async () => {
    await carer.goTo('Añadir descanso')
    await form.confirmStart.click()
    await carer.expectToast('Hora de inicio guardada')
  })
  expect(starting).toBe(2)

  await carer.goTo('Diario')
  await expect.element(page.getByText('Durmiendo desde 16:20')).toBeVisible()
  const ending = await countTaps(async () => {
    await page.getByRole('button', { name: /^Terminar siesta/ }).click()
    await carer.expectToast('¡Descanso actualizado!')
  })
  expect(ending).toBe(1)
  await expect.element(page.getByText('Durmiendo desde 16:20')).not.toBeInTheDocument()
  await expect.element(carer.records.first()).toHaveTextContent('16:20 – 16:21')
})

test('the start of a running nap moves by 15 minutes in two taps, and one takes that back', async () => {
  await drawPhone([siesta(TODAY, '15:50')])
  await carer.goTo('Diario')
  const taps = await countTaps(async () => {
    await carer.goTo('Añadir descanso')
    await form.earlier(15, 'Hora de inicio').click()
    await carer.expectToast('Hora de inicio guardada')
  })
  await carer.holdToast()
  expect(taps).toBe(2)
  await expect.element(form.start).toHaveValue('15:35')
  expect(recordsOnPhone()).toMatchObject([{ start_time: '15:35' }])

  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.element(form.start).toHaveValue('15:50')
  await expect.element(form.start).toHaveAttribute('readonly')
  await carer.goTo('Diario')
  await expect.element(page.getByText('Durmiendo desde 15:50')).toBeVisible()
})

test('chips take 5, 10 or 15 minutes off either time of the form, and the end stops before the start', async () => {
  await drawPhone()
  await carer.goTo('Añadir descanso')
  for (const [minutes, start] of [
    [5, '16:15'],
    [10, '16:05'],
    [15, '15:50'],
  ] as const) {
    await form.earlier(minutes, 'Hora de inicio').click()
    await expect.element(form.start).toHaveValue(start)
  }
  await form.confirmStart.click()
  await form.endNow.click()
  for (const [minutes, end] of [
    [5, '16:15'],
    [10, '16:05'],
    [15, '16:05'],
  ] as const) {
    await form.earlier(minutes, 'Hora de fin').click()
    await expect.element(form.end).toHaveValue(end)
  }
  await form.confirmEnd.click()
  await form.save.click()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado siesta de 15m.')
})

for (const [minutes, end] of [
  [5, '16:15'],
  [10, '16:10'],
  [15, '16:05'],
] as const) {
  test(`a running nap ended ${minutes} minutes ago in one tap`, async () => {
    await drawPhone([siesta(TODAY, '15:00')])
    await carer.goTo('Diario')
    await page.getByRole('button', { name: `−${minutes} min ${end}` }).click()
    await expect.element(carer.records).toHaveTextContent(`15:00 – ${end}`)
  })
}

describe('times that are known already', () => {
  test('a sleep that went on begins with one tap where the last one ended', async () => {
    await drawPhone([siesta(TODAY, '13:00', '14:10')])
    await carer.goTo('Añadir descanso')
    await form.button('Último fin: 14:10').click()
    await expect.element(form.start).toHaveValue('14:10')
    await form.confirmStart.click()
    await expect.element(form.button('Último fin: 14:10')).not.toBeInTheDocument()
  })

  test('the wake-up prompt begins with the end of the night', async () => {
    await drawPhone([noche('2025-08-10', '20:50', '07:40')])
    await expect.element(page.getByLabelText('A qué hora despertó?')).toHaveValue('07:40')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect.element(carer.records).toHaveTextContent('Hora: 07:40')
  })

  test('a night that is written down in the morning ends with one tap at the wake-up', async () => {
    await drawPhone([despertar(TODAY, '07:40')])
    await carer.goToDay('2025-08-10')
    await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
    await form.type('Noche').click()
    await form.enterStart('20:50')
    await form.button('Despertó a las 07:40').click()
    await form.confirmEnd.click()
    await form.save.click()
    await carer.expectToast('¡Descanso guardado!', 'Se ha registrado noche de 10h 50m.')
  })
})
