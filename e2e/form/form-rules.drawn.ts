import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.describe('a new record', () => {
  test('begins as a nap of today, at the present time, with nothing confirmed and nothing counted', async ({
    carer,
  }) => {
    const form = sleepForm(carer.page)
    await carer.page
      .getByRole('region', { name: 'Diario' })
      .getByRole('button', { name: 'Añadir descanso' })
      .click()
    await expect(form.title).toHaveText('Añadir Descanso')
    await expect(form.screen.getByText('Nuevo Registro', { exact: true })).toBeVisible()
    await expect(form.date).toHaveValue('2025-08-11')
    await expect(form.date).toBeEditable()
    await expect(form.type('Siesta')).toBeChecked()
    await expect(form.screen.getByRole('group', { name: 'Tipo' }).getByRole('radio')).toHaveCount(2)
    await expect(form.start).toHaveValue('16:20')
    await expect(form.start).toBeEditable()
    await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'false')
    await expect(form.end).toHaveValue('')
    await expect(form.wakeUps).toHaveValue('0')
    await expect(form.screen.getByRole('heading', { name: 'Calidad (opcional)' })).toBeVisible()
    for (const quality of ['Buena', 'Regular', 'Mala'] as const) {
      await expect(form.quality(quality)).not.toBeChecked()
    }
    for (const disturbance of [
      'Fiebre o enfermedad',
      'Cambios en rutina/entorno',
      'Nuevos alimentos',
      'Apetito reducido',
      'Dentición',
    ]) {
      await expect(form.disturbance(disturbance)).not.toBeChecked()
    }
    await expect(form.feedings).toHaveValue('0')
    await expect(form.diapers).toHaveValue('0')
    const widths = [await form.cancel.boundingBox(), await form.screen.boundingBox()].map((box) => box?.width)
    expect(widths[0]).toBe((widths[1] ?? 0) - 40)
  })

  test('for another day has that date and no times yet', async ({ carer }) => {
    const { page } = carer
    const form = sleepForm(page)
    await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-09')
    await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
    await expect(form.title).toHaveText('Añadir Descanso')
    await expect(form.date).toHaveValue('2025-08-09')
    await expect(form.start).toHaveValue('')
    await expect(form.confirmStart).toBeDisabled()
  })
})

test('the ✓ of the end waits for an end and for the ✓ of the start', async ({ carer }) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  await expect(form.confirmEnd).toBeDisabled()
  await form.end.fill('16:00')
  await expect(form.confirmEnd).toBeDisabled()
  await form.end.fill('')
  await form.enterStart('15:00')
  await expect(form.confirmEnd).toBeDisabled()
  await form.end.fill('16:00')
  await expect(form.confirmEnd).toBeEnabled()
  await form.confirmEnd.click()
  await expect(form.confirmEnd).toHaveAttribute('aria-pressed', 'true')
})

test('a confirmed time that is changed must be confirmed again', async ({ carer }) => {
  const form = sleepForm(carer.page)
  await carer.goTo('Añadir descanso')
  await form.enterStart('13:00')
  await form.enterEnd('14:00')
  await form.end.fill('14:30')
  await expect(form.confirmEnd).toHaveAttribute('aria-pressed', 'false')
  await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
  await form.save.click()
  await carer.expectToast('Confirmación requerida')
  await form.confirmEnd.click()
  await form.save.click()
  await carer.expectToast('¡Descanso guardado!', 'Se ha registrado siesta de 1h 30m.')
})

test('«Ahora» fills the present Madrid time, whatever the phone says, and asks for its ✓ again', async ({
  carer,
}) => {
  const { page } = carer
  const form = sleepForm(page)
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).not.toBe(
    'Europe/Madrid',
  )
  await carer.goTo('Añadir descanso')
  await form.enterStart('10:00')
  await form.enterEnd('11:00')
  await form.endNow.click()
  await expect(form.end).toHaveValue('16:20')
  await expect(form.confirmEnd).toHaveAttribute('aria-pressed', 'false')
  await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'true')
  await form.startNow.click()
  await expect(form.start).toHaveValue('16:20')
  await expect(form.start).toBeEditable()
  await expect(form.confirmStart).toHaveAttribute('aria-pressed', 'false')
})

test.describe('durations', () => {
  for (const [start, end, duration] of [
    ['13:00', '13:45', '45m'],
    ['13:00', '14:00', '1h 0m'],
    ['13:05', '15:15', '2h 10m'],
    ['20:50', '08:20', '11h 30m'],
    ['08:00', '08:00', '24h 0m'],
  ] as const) {
    test(`from ${start} to ${end} is ${duration}`, async ({ carer, page }) => {
      const form = sleepForm(page)
      await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-09')
      await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
      await form.enterStart(start)
      await form.enterEnd(end)
      await expect(form.screen.getByText(duration, { exact: true })).toBeVisible()
      await form.save.click()
      // A day-long nap looks odd, and is saved all the same.
      const saysOdd = form.screen.getByRole('button', { name: 'Guardar de todos modos' })
      if (end <= start) await saysOdd.click()
      await carer.expectToast('¡Descanso guardado!', `Se ha registrado siesta de ${duration}.`)
      await expect(carer.records).toContainText(duration)
    })
  }
})

test.describe('leaving the form', () => {
  for (const way of ['Volver', 'Cancelar']) {
    test(`«${way}» returns to the diary and empties it`, async ({ carer, page }) => {
      const form = sleepForm(page)
      await page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-09')
      await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
      await form.start.fill('10:00')
      await form.quality('Mala').check()
      await form.feedings.fill('2')
      await form.button(way).click()
      await expect(page.getByRole('heading', { name: 'Sábado 9' })).toBeVisible()
      await carer.goTo('Añadir descanso')
      await expect(form.date).toHaveValue('2025-08-09')
      await expect(form.start).toHaveValue('')
      await expect(form.quality('Mala')).not.toBeChecked()
      await expect(form.feedings).toHaveValue('0')
    })
  }

  for (const resumes of ['at once', 'on the next form'] as const) {
    test(`«Volver» with both ✓ keeps the sleep, which goes on ${resumes}`, async ({
      carer,
      page,
      family,
    }) => {
      const form = sleepForm(page)
      await carer.goTo('Añadir descanso')
      await form.enterStart('15:00')
      await carer.expectToast('Hora de inicio guardada')
      await form.enterEnd('15:40')
      await form.button('Volver').click()
      await carer.expectToast('Falta guardar', 'Siesta de 15:00 a 15:40: te espera en «+».')
      await carer.holdToast()
      await expect(carer.records).toContainText('15:00 – En curso')
      if (resumes === 'on the next form') {
        await carer.goTo('Añadir descanso')
        await expect(form.screen.getByText('Tienes a medias: Siesta de hoy')).toBeVisible()
        await form.button('Seguir con ella').click()
      } else await page.getByRole('button', { name: 'Seguir con ella' }).click()
      await expect(form.end).toHaveValue('15:40')
      await form.save.click()
      await expect(carer.records).toContainText('15:00 – 15:40')
      await expect.poll(() => family.records()).toMatchObject([{ start_time: '15:00', end_time: '15:40' }])
      await carer.goTo('Añadir descanso')
      await expect(form.screen.getByText(/^Tienes a medias/)).toBeHidden()
    })
  }

  test('an edit that is left clears the selection', async ({ family, phone }) => {
    const form = sleepForm(phone.page)
    await family.logs(sleep('siesta', '2025-08-11', '13:00', '14:10', 'regular'))
    await phone.signIn()
    await phone.records.getByRole('button', { name: 'Editar' }).click()
    await form.quality('Mala').check()
    await form.cancel.click()
    await expect(phone.records.getByRole('img', { name: 'Calidad: Regular' })).toBeVisible()
    await phone.goTo('Añadir descanso')
    await expect(form.title).toHaveText('Añadir Descanso')
    await expect(form.screen.getByText('Nuevo Registro')).toBeVisible()
  })
})
