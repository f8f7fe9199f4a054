import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { despertar, noche, siesta } from '../../../../core/testing/records.ts'
import { carer } from '../../../testing/drawn/carer.ts'
import { drawPhone, recordsOnPhone } from '../../../testing/drawn/draw-phone.ts'
import { onScreenOf } from '../../../testing/drawn/screen-size.ts'
import { form } from '../../../testing/drawn/sleep-form.ts'
import { countTaps, pressAtOnce } from '../../../testing/drawn/taps.ts'

const TODAY = '2025-08-11'

onScreenOf(375, 667)

describe('the form of a sleep in progress begins with it', () => {
  test('opening the app to a nap that runs: ending it is 1 tap, without scrolling', async () => {
    await drawPhone([siesta(TODAY, '15:38')])
    await expect.element(form.screen.getByText('Durmiendo desde 15:38')).toBeInViewport()
    await expect.element(form.screen.getByRole('timer')).toHaveTextContent(/^42m$/)
    await expect
      .element(form.screen.getByRole('group', { name: '¿Se despertó antes?' }))
      .toBeInViewport({ ratio: 1 })
    await expect.element(form.button('Terminar siesta · 16:20')).toBeInViewport({ ratio: 1 })
    const taps = await countTaps(async () => {
      await form.button('Terminar siesta · 16:20').click()
      await carer.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de siesta.')
    })
    expect(taps).toBe(1)
    await carer.holdToast()
    await expect.element(page.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
    await expect.element(carer.records).toHaveTextContent('15:38 – 16:20')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect.element(carer.records).toHaveTextContent('15:38 – En curso')
  })

  test('it ended a little earlier: that is 1 tap too', async () => {
    await drawPhone([siesta(TODAY, '15:38')])
    await form.screen.getByRole('button', { name: '−10 min 16:10' }).click()
    await expect.element(carer.records).toHaveTextContent('15:38 – 16:10')
  })

  test('a night has the night’s face, and ends at the wake-up that is logged in 1 tap', async () => {
    await drawPhone([noche(TODAY, '01:00'), despertar(TODAY, '08:10')])
    await expect.element(form.button('Terminar noche · 08:10')).toBeVisible()
    expect(form.screen.element().querySelector('[data-tone="night"]')).not.toBeNull()
    await form.button('Terminar noche · 08:10').click()
    await carer.expectToast('¡Descanso actualizado!')
    await expect.element(carer.records.filter({ hasText: 'Noche' })).toHaveTextContent('01:00 – 08:10')
  })

  test('a start that waits for its ✓ is asked for first', async () => {
    await drawPhone([siesta(TODAY, '15:38')])
    await form.confirmStart.click()
    await form.start.fill('15:30')
    await form.button('Terminar siesta · 16:20').click()
    await carer.expectToast('Confirmación requerida')
    await expect.element(form.confirmStart).toHaveFocus()
    await form.confirmStart.click()
    await form.button('Terminar siesta · 16:20').click()
    await expect.element(carer.records).toHaveTextContent('15:30 – 16:20')
  })

  test('what is tapped right after the ✓ waits until the start is stored', async () => {
    await drawPhone([siesta(TODAY, '15:38')])
    await form.confirmStart.click()
    await form.start.fill('15:30')
    pressAtOnce(form.confirmStart.element(), form.button('Terminar siesta · 16:20').element())
    await carer.expectToast('¡Descanso actualizado!', 'Duró 50m.')
    await expect.element(carer.records).toHaveTextContent('15:30 – 16:20')
  })

  test('«Noche» right before «Terminar» is what it ends as', async () => {
    await drawPhone([siesta(TODAY, '15:38')])
    await expect.element(form.button('Terminar siesta · 16:20')).toBeVisible()
    pressAtOnce(form.type('Noche').element(), form.button('Terminar siesta · 16:20').element())
    await carer.expectToast('¡Descanso actualizado!', 'Se ha actualizado el registro de noche.')
    expect(recordsOnPhone()).toMatchObject([{ type: 'noche', end_time: '16:20' }])
  })
})

describe('right after the ✓ of a new sleep', () => {
  for (const leaves of [false, true]) {
    test(`its type is kept${leaves ? ', though the form is left at once' : ''}`, async () => {
      await drawPhone()
      await carer.goTo('Añadir descanso')
      await expect.element(form.cancel).toBeVisible()
      const taps = [form.confirmStart, form.type('Noche'), ...(leaves ? [form.cancel] : [])]
      pressAtOnce(...taps.map((tapped) => tapped.element()))
      await carer.expectToast('Hora de inicio guardada')
      await expect
        .poll(recordsOnPhone)
        .toMatchObject([{ type: 'noche', start_time: '16:20', end_time: null }])
    })
  }
})

describe('«Guardar» while the baby sleeps', () => {
  test('closes the form in 1 tap, and everything noted is kept', async () => {
    await drawPhone()
    await carer.goTo('Añadir descanso')
    await form.confirmStart.click()
    await carer.expectToast('Hora de inicio guardada')
    await form.quality('Buena').click()
    await form.button('Más tomas').click()
    const taps = await countTaps(async () => {
      await form.save.click()
      await carer.expectToast('Sigue durmiendo', 'Todo lo anotado está guardado.')
    })
    expect(taps).toBe(1)
    expect(document.querySelector('[data-toast="failure"]')).toBeNull()
    await expect.element(page.getByText('Durmiendo desde 16:20')).toBeVisible()
    expect(recordsOnPhone()).toMatchObject([{ end_time: null, quality: 'buena', feedings: 1 }])
  })

  test('still asks for the ✓ of a start or of an end that is entered', async () => {
    await drawPhone([siesta(TODAY, '15:38')])
    await form.end.fill('16:00')
    await form.save.click()
    await carer.expectToast('Confirmación requerida')
    await expect.element(form.confirmEnd).toHaveFocus()
    await form.end.fill('')
    await form.confirmStart.click()
    await form.save.click()
    await carer.expectToast('Confirmación requerida')
    await expect.element(form.confirmStart).toHaveFocus()
  })

  test('a sleep of another day is asked for its end as before', async () => {
    await drawPhone()
    await carer.goToDay('2025-08-10')
    await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
    await form.type('Noche').click()
    await form.enterStart('23:50')
    await form.save.click()
    await carer.expectToast('Error', 'Por favor completa las horas de inicio y fin.')
    await expect.element(form.end).toHaveFocus()
  })

  test('right after ✓, while that is being stored, asks for what is missing too', async () => {
    await drawPhone()
    await carer.goToDay('2025-08-10')
    await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
    await form.start.fill('15:00')
    const confirm = form.confirmStart.element()
    pressAtOnce(confirm)
    confirm.closest('form')?.requestSubmit()
    await carer.expectToast('Error', 'Por favor completa las horas de inicio y fin.')
    await expect.element(form.end).toHaveFocus()
  })
})
