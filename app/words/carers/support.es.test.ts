import { expect, it } from 'vitest'
import { hoursText, windowText } from './support.es.ts'

it.each([
  ['2025-08-04', '2025-08-31', 'Del 4 al 31 de agosto.'],
  ['2025-08-04', '2025-09-03', 'Del 4 de agosto al 3 de septiembre.'],
  ['2025-08-04', '2025-08-04', 'El 4 de agosto.'],
])('a support from %s to %s is «%s»', (from, until, said) => {
  expect(windowText(from, until, '2025-08-11')).toBe(said)
})

it('the hours of answers go on after a colon, whoever typed them', () => {
  expect(hoursText('De lunes a viernes, de 9 a 14')).toBe('Contestan: de lunes a viernes, de 9 a 14.')
  expect(hoursText('Lunes y jueves.')).toBe('Contestan: Lunes y jueves.')
  expect(hoursText('')).toBe('')
})
