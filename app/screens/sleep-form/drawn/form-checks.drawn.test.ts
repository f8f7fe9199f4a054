import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { siesta } from '../../../../core/testing/records.ts'
import { carer } from '../../../testing/drawn/carer.ts'
import { drawPhone, recordsOnPhone } from '../../../testing/drawn/draw-phone.ts'
import { form } from '../../../testing/drawn/sleep-form.ts'

describe('what is missing is asked for in this order, and the focus goes there', () => {
  test('a ✓, then an end, then its ✓', async () => {
    await drawPhone()
    await carer.goToDay('2025-08-10')
    await page.getByRole('button', { name: 'Añadir registro a este día' }).click()
    await form.start.fill('12:30')
    await form.save.click()
    await carer.expectToast(
      'Confirmación requerida',
      'Antes de registrar el sueño es necesario confirmar cada hora con el botón ✓.',
    )
    await expect.element(form.confirmStart).toHaveFocus()
    await form.enterStart('13:00')
    await form.save.click()
    await carer.expectToast('Error', 'Por favor completa las horas de inicio y fin.')
    await expect.element(form.end).toHaveFocus()
    await form.end.fill('14:00')
    await form.save.click()
    await carer.expectToast('Confirmación requerida')
    await expect.element(form.confirmEnd).toHaveFocus()
    await form.cancel.click()
    await expect.element(carer.records.getByText('Sin hora de fin')).toBeVisible()
  })

  test('a start', async () => {
    await drawPhone()
    await carer.goTo('Añadir descanso')
    await form.start.fill('')
    await form.save.click()
    await carer.expectToast('Error', 'Por favor completa las horas de inicio y fin.')
    await expect.element(form.start).toHaveFocus()
    await form.cancel.click()
    await expect.element(page.getByRole('heading', { name: 'A qué hora despertó?' })).toBeVisible()
    expect(carer.records.elements()).toHaveLength(0)
    expect(recordsOnPhone()).toEqual([])
  })
})

describe('what looks odd is said, and one tap saves it anyway', () => {
  for (const { what, type, start, end, says } of [
    {
      what: 'an overlap',
      type: 'Siesta',
      start: '10:30',
      end: '11:30',
      says: 'Se solapa con siesta (10:00 – 11:00).',
    },
    {
      what: 'a nap of over 4 h',
      type: 'Siesta',
      start: '11:00',
      end: '15:30',
      says: 'Es una siesta de más de 4 horas.',
    },
    {
      what: 'a night of under 3 h',
      type: 'Noche',
      start: '01:00',
      end: '03:30',
      says: 'Es una noche de menos de 3 horas.',
    },
    { what: 'the future', type: 'Siesta', start: '16:00', end: '17:00', says: 'Termina en el futuro.' },
  ] as const) {
    test(what, async () => {
      await drawPhone([siesta('2025-08-11', '10:00', '11:00')])
      await carer.goTo('Añadir descanso')
      await form.type(type).click()
      await form.enterStart(start)
      await form.enterEnd(end)
      await expect.element(form.confirmEnd).toHaveAttribute('aria-pressed', 'true')
      expect(form.screen.getByText('Revisa antes de guardar').elements()).toEqual([])
      await form.save.click()
      const warning = form.screen.getByRole('status').filter({ hasText: 'Revisa antes de guardar' })
      await expect.element(warning).toHaveTextContent(says)
      await form.button('Guardar de todos modos').click()
      await carer.expectToast('¡Descanso guardado!')
      await expect.poll(() => carer.records.elements()).toHaveLength(2)
    })
  }

  test('overlapping sleep counts once in the day’s total', async () => {
    await drawPhone([siesta('2025-08-11', '10:00', '11:00'), siesta('2025-08-11', '10:30', '11:30')])
    await expect
      .element(page.getByText('Sueño total del día').element().parentElement)
      .toHaveTextContent('1h 30m')
  })
})
