import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { siesta } from '../../../../core/testing/records.ts'
import { carer } from '../../../testing/drawn/carer.ts'
import { drawPhone, recordsOnPhone } from '../../../testing/drawn/draw-phone.ts'
import { form } from '../../../testing/drawn/sleep-form.ts'

const OTHER_DAY = '2025-08-09'

async function addToOtherDay(): Promise<void> {
  await carer.goToDay(OTHER_DAY)
  await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
}

describe('a new record', () => {
  test('begins as a nap of today, at the present time, with nothing confirmed and nothing counted', async () => {
    await drawPhone()
    await page
      .getByRole('region', { name: 'Diario' })
      .getByRole('button', { name: 'Añadir descanso' })
      .click()
    await expect.element(form.title).toHaveTextContent(/^Añadir Descanso$/)
    await expect.element(form.screen.getByText('Nuevo Registro', { exact: true })).toBeVisible()
    await expect.element(form.date).toHaveValue('2025-08-11')
    await expect.element(form.date).not.toHaveAttribute('readonly')
    await expect.element(form.date).toBeEnabled()
    await expect.element(form.type('Siesta')).toBeChecked()
    expect(form.screen.getByRole('group', { name: 'Tipo' }).getByRole('radio').elements()).toHaveLength(2)
    await expect.element(form.start).toHaveValue('16:20')
    await expect.element(form.start).not.toHaveAttribute('readonly')
    await expect.element(form.start).toBeEnabled()
    await expect.element(form.confirmStart).toHaveAttribute('aria-pressed', 'false')
    await expect.element(form.end).toHaveValue('')
    await expect.element(form.wakeUps).toHaveValue('0')
    await expect.element(form.screen.getByRole('heading', { name: 'Calidad (opcional)' })).toBeVisible()
    for (const quality of ['Buena', 'Regular', 'Mala'] as const) {
      await expect.element(form.quality(quality)).not.toBeChecked()
    }
    for (const disturbance of [
      'Fiebre o enfermedad',
      'Cambios en rutina/entorno',
      'Nuevos alimentos',
      'Apetito reducido',
      'Dentición',
    ]) {
      await expect.element(form.disturbance(disturbance)).not.toBeChecked()
    }
    await expect.element(form.feedings).toHaveValue('0')
    await expect.element(form.diapers).toHaveValue('0')
    const [cancel, screen] = [form.cancel, form.screen].map((part) => part.element().getBoundingClientRect())
    expect(cancel?.width).toBe((screen?.width ?? 0) - 40)
  })

  test('for another day has that date and no times yet', async () => {
    await drawPhone()
    await addToOtherDay()
    await expect.element(form.title).toHaveTextContent(/^Añadir Descanso$/)
    await expect.element(form.date).toHaveValue(OTHER_DAY)
    await expect.element(form.start).toHaveValue('')
    await expect.element(form.confirmStart).toBeDisabled()
  })
})

test('the ✓ of the end waits for an end and for the ✓ of the start', async () => {
  await drawPhone()
  await carer.goTo('Añadir descanso')
  await expect.element(form.confirmEnd).toBeDisabled()
  await form.end.fill('16:00')
  await expect.element(form.confirmEnd).toBeDisabled()
  await form.end.fill('')
  await form.enterStart('15:00')
  await expect.element(form.confirmEnd).toBeDisabled()
  await form.end.fill('16:00')
  await expect.element(form.confirmEnd).toBeEnabled()
  await form.confirmEnd.click()
  await expect.element(form.confirmEnd).toHaveAttribute('aria-pressed', 'true')
})

test('a confirmed time that is changed must be confirmed again', async () => {
  await drawPhone()
  await carer.goTo('Añadir descanso')
  await form.enterStart('13:00')
  await form.enterEnd('14:00')
  await form.end.fill('14:30')
  await expect.element(form.confirmEnd).toHaveAttribute('aria-pressed', 'false')
  await expect.element(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
  await form.save.click()
  await carer.expectToast('Confirmación requerida')
  await form.confirmEnd.click()
  await form.save.click()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado siesta de 1h 30m.')
})

test('«Ahora» fills the present Madrid time, whatever the phone says, and asks for its ✓ again', async () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('America/New_York')
  await drawPhone()
  await carer.goTo('Añadir descanso')
  await form.enterStart('10:00')
  await form.enterEnd('11:00')
  await form.endNow.click()
  await expect.element(form.end).toHaveValue('16:20')
  await expect.element(form.confirmEnd).toHaveAttribute('aria-pressed', 'false')
  await expect.element(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
  await form.startNow.click()
  await expect.element(form.start).toHaveValue('16:20')
  await expect.element(form.start).not.toHaveAttribute('readonly')
  await expect.element(form.confirmStart).toHaveAttribute('aria-pressed', 'false')
})

describe('durations', () => {
  for (const [start, end, duration] of [
    ['13:00', '13:45', '45m'],
    ['13:00', '14:00', '1h 0m'],
    ['13:05', '15:15', '2h 10m'],
    ['20:50', '08:20', '11h 30m'],
    ['08:00', '08:00', '24h 0m'],
  ] as const) {
    test(`from ${start} to ${end} is ${duration}`, async () => {
      await drawPhone()
      await addToOtherDay()
      await form.enterStart(start)
      await form.enterEnd(end)
      await expect.element(form.screen.getByText(duration, { exact: true })).toBeVisible()
      await form.save.click()
      // A day-long nap looks odd, and is saved all the same.
      if (end <= start) await form.button('Guardar de todos modos').click()
      await carer.expectToast('¡Descanso guardado!', `Se ha registrado siesta de ${duration}.`)
      await expect.element(carer.records).toHaveTextContent(duration)
      expect(recordsOnPhone()).toMatchObject([{ date: OTHER_DAY, start_time: start, end_time: end }])
    })
  }
})

describe('leaving the form', () => {
  for (const way of ['Volver', 'Cancelar']) {
    test(`«${way}» returns to the diary and empties it`, async () => {
      await drawPhone()
      await addToOtherDay()
      await form.start.fill('10:00')
      await form.quality('Mala').click()
      await form.feedings.fill('2')
      await form.button(way).click()
      await expect.element(page.getByRole('heading', { name: 'Sábado 9' })).toBeVisible()
      await carer.goTo('Añadir descanso')
      await expect.element(form.date).toHaveValue(OTHER_DAY)
      await expect.element(form.start).toHaveValue('')
      await expect.element(form.quality('Mala')).not.toBeChecked()
      await expect.element(form.feedings).toHaveValue('0')
    })
  }

  test('an edit that is left clears the selection', async () => {
    await drawPhone([{ ...siesta('2025-08-11', '13:00', '14:10'), quality: 'regular' }])
    await carer.records.getByRole('button', { name: 'Editar' }).click()
    await form.quality('Mala').click()
    await form.cancel.click()
    await expect.element(carer.records.getByRole('img', { name: 'Calidad: Regular' })).toBeVisible()
    await carer.goTo('Añadir descanso')
    await expect.element(form.title).toHaveTextContent(/^Añadir Descanso$/)
    await expect.element(form.screen.getByText('Nuevo Registro')).toBeVisible()
  })
})
