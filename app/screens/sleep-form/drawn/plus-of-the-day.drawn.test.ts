import { describe, expect, test } from 'vitest'
import { siesta } from '../../../../core/testing/records.ts'
import { carer } from '../../../testing/drawn/carer.ts'
import { drawPhone, recordsOnPhone } from '../../../testing/drawn/draw-phone.ts'
import { onScreenOf } from '../../../testing/drawn/screen-size.ts'
import { form } from '../../../testing/drawn/sleep-form.ts'
import { countTaps } from '../../../testing/drawn/taps.ts'

const TODAY = '2025-08-11'
const SUNDAY = '2025-08-10'

onScreenOf(375, 667)

/** Begins a nap of Sunday, and goes on to today. */
async function beginSunday(): Promise<void> {
  await carer.goToDay(SUNDAY)
  await carer.goTo('Añadir descanso')
  await form.start.fill('13:00')
  await form.quality('Mala').click()
  await carer.goTo('Diario')
  await carer.goToDay(TODAY)
}

test('«+» under a past day is of that day: 1 tap', async () => {
  await drawPhone()
  await carer.goToDay(SUNDAY)
  const taps = await countTaps(async () => {
    await carer.goTo('Añadir descanso')
    await expect.element(form.date).toHaveValue(SUNDAY)
  })
  expect(taps).toBe(1)
  await expect.element(form.start).toHaveValue('')
  await form.cancel.click()
  await carer.goToDay(TODAY)
  await carer.goTo('Añadir descanso')
  await expect.element(form.date).toHaveValue(TODAY)
  await expect.element(form.start).toHaveValue('16:20')
})

describe('what was begun for another day', () => {
  const offer = form.screen.getByText(/^Tienes a medias/)

  test('is offered by name, never brought back by itself: a nap of today is 2 taps as ever', async () => {
    await drawPhone()
    await beginSunday()
    const taps = await countTaps(async () => {
      await carer.goTo('Añadir descanso')
      await form.confirmStart.click()
      await carer.expectToast('Hora de inicio guardada')
    })
    expect(taps).toBe(2)
    await expect.element(form.screen.getByText('Tienes a medias: Siesta del domingo 10')).toBeVisible()
    expect(recordsOnPhone()).toMatchObject([{ date: TODAY, start_time: '16:20' }])
  })

  test('goes on with 1 tap, as it was left', async () => {
    await drawPhone()
    await beginSunday()
    await carer.goTo('Añadir descanso')
    const taps = await countTaps(() => form.button('Seguir con ella').click())
    expect(taps).toBe(1)
    await expect.element(form.date).toHaveValue(SUNDAY)
    await expect.element(form.start).toHaveValue('13:00')
    await expect.element(form.quality('Mala')).toBeChecked()
    await expect.element(offer).not.toBeInTheDocument()
    await form.confirmStart.click()
    await form.enterEnd('14:00')
    await form.save.click()
    await carer.expectToast('¡Descanso guardado!')
    expect(recordsOnPhone()).toMatchObject([{ date: SUNDAY, end_time: '14:00', quality: 'mala' }])
  })

  test('is given up with 1 tap, and stays gone', async () => {
    await drawPhone()
    await beginSunday()
    await carer.goTo('Añadir descanso')
    await form.button('Empezar de nuevo').click()
    await expect.element(offer).not.toBeInTheDocument()
    await expect.element(form.date).toHaveValue(TODAY)
    await form.cancel.click()
    await carer.goTo('Añadir descanso')
    await expect.element(form.date).toHaveValue(TODAY)
    await expect.element(offer).not.toBeInTheDocument()
  })

  test('comes back under its own day', async () => {
    await drawPhone()
    await beginSunday()
    await carer.goTo('Añadir descanso')
    await form.cancel.click()
    await carer.goToDay(SUNDAY)
    await carer.goTo('Añadir descanso')
    await expect.element(form.start).toHaveValue('13:00')
  })

  test('isn’t lost to the diary’s own buttons either', async () => {
    await drawPhone([siesta(TODAY, '10:00', '11:00')])
    await beginSunday()
    await carer.records.getByRole('button', { name: 'Editar' }).click()
    await form.feedings.fill('2')
    await form.button('Seguir con ella').click()
    await expect.element(form.start).toHaveValue('13:00')
    await expect.element(form.screen.getByText('Tienes a medias: Siesta de hoy')).toBeVisible()
    await form.button('Seguir con ella').click()
    await expect.element(form.title).toHaveTextContent(/^Editar Descanso$/)
    await expect.element(form.feedings).toHaveValue('2')
  })
})

test('«+» leads to the sleep that runs, under whatever day', async () => {
  await drawPhone([siesta(TODAY, '15:38')])
  await carer.goTo('Diario')
  await carer.goToDay(SUNDAY)
  await carer.goTo('Añadir descanso')
  await expect.element(form.start).toHaveValue('15:38')
})
