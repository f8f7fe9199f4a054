import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test.describe('what is missing is asked for in this order, and the focus goes there', () => {
  test('a ✓, then an end, then its ✓', async ({ carer }) => {
    const form = sleepForm(carer.page)
    await carer.page.getByRole('textbox', { name: 'Fecha' }).fill('2025-08-10')
    await carer.page.getByRole('button', { name: 'Añadir registro a este día' }).click()
    await form.start.fill('12:30')
    await form.save.click()
    await carer.expectToast(
      'Confirmación requerida',
      'Antes de registrar el sueño es necesario confirmar cada hora con el botón ✓.',
    )
    await expect(form.confirmStart).toBeFocused()
    await form.enterStart('13:00')
    await form.save.click()
    await carer.expectToast('Error', 'Por favor completa las horas de inicio y fin.')
    await expect(form.end).toBeFocused()
    await form.end.fill('14:00')
    await form.save.click()
    await carer.expectToast('Confirmación requerida')
    await expect(form.confirmEnd).toBeFocused()
    await form.cancel.click()
    await expect(carer.records.getByText('Sin hora de fin')).toBeVisible()
  })

  test('a start', async ({ carer, family }) => {
    const form = sleepForm(carer.page)
    await carer.goTo('Añadir descanso')
    await form.start.fill('')
    await form.save.click()
    await carer.expectToast('Error', 'Por favor completa las horas de inicio y fin.')
    await expect(form.start).toBeFocused()
    await form.cancel.click()
    await expect(carer.page.getByRole('heading', { name: 'A qué hora despertó?' })).toBeVisible()
    await expect(carer.records).toHaveCount(0)
    expect(await family.records()).toEqual([])
  })
})

test.describe('what looks odd is said, and one tap saves it anyway', () => {
  for (const { what, type, start, end, says } of [
    {
      what: 'an overlap',
      type: 'Siesta',
      start: '10:30',
      end: '11:30',
      says: 'Se solapa con una siesta (10:00 – 11:00).',
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
    test(what, async ({ family, phone }) => {
      const form = sleepForm(phone.page)
      await family.logs(sleep('siesta', '2025-08-11', '10:00', '11:00'))
      await phone.signIn()
      await phone.goTo('Añadir descanso')
      await form.type(type).check()
      await form.enterStart(start)
      await form.enterEnd(end)
      await expect(form.confirmEnd).toHaveAttribute('aria-pressed', 'true')
      await expect(form.screen.getByText('Revisa antes de guardar')).toBeHidden()
      await form.save.click()
      await expect(
        form.screen.getByRole('status').filter({ hasText: 'Revisa antes de guardar' }),
      ).toContainText(says)
      await form.button('Guardar de todos modos').click()
      await phone.expectToast('¡Descanso guardado!')
      await expect(phone.records).toHaveCount(2)
    })
  }

  test('overlapping sleep counts once in the day’s total', async ({ family, phone }) => {
    await family.logs(
      sleep('siesta', '2025-08-11', '10:00', '11:00'),
      sleep('siesta', '2025-08-11', '10:30', '11:30'),
    )
    await phone.signIn()
    await expect(phone.page.getByText('Sueño total del día').locator('..')).toContainText('1h 30m')
  })
})
