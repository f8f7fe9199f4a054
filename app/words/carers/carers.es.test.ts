import { describe, expect, it } from 'vitest'
import { MADRID, timeZone } from '../../../core/time/zone.ts'
import { carers, dayText, guest, invitation, lastSeenText, whenText } from './carers.es.ts'

const at = (text: string) => Date.parse(text)
const NOW = at('2025-11-25T19:00:00Z')

describe('when somebody was here last, at 20:00 on 25 November 2025 in Madrid', () => {
  it.each([
    ['2025-11-25T18:00:01Z', 'Última vez: hace menos de una hora'],
    ['2025-11-25T18:00:00Z', 'Última vez: hoy hacia las 19:00'],
    ['2025-11-25T00:05:00Z', 'Última vez: hoy hacia la 01:05'],
    ['2025-11-24T22:59:00Z', 'Última vez: ayer'],
    ['2025-11-24T23:01:00Z', 'Última vez: hoy hacia las 00:01'],
    ['2025-11-03T10:00:00Z', 'Última vez: el 3 de noviembre'],
    ['2024-12-31T10:00:00Z', 'Última vez: el 31 de diciembre de 2024'],
    [null, 'Todavía no ha entrado'],
  ])('%s: «%s»', (instant, said) => {
    expect(lastSeenText(instant, NOW, MADRID)).toBe(said)
  })

  it('is told by the clock of the family', () => {
    const tokyo = timeZone('Asia/Tokyo') ?? MADRID
    expect(whenText('2025-11-25T14:00:00Z', NOW, tokyo)).toBe('ayer')
    expect(whenText('2025-11-25T14:00:00Z', NOW, MADRID)).toBe('hoy a las 15:00')
  })
})

it('a day is said without an hour', () => {
  expect(dayText('2025-11-25T18:40:00Z', NOW, MADRID)).toBe('hoy')
  expect(dayText('2025-11-25T23:10:00Z', NOW, MADRID)).toBe('mañana')
  expect(dayText('2025-12-02T18:40:00Z', NOW, MADRID)).toBe('el 2 de diciembre')
  expect(dayText('2026-01-02T18:40:00Z', NOW, MADRID)).toBe('el 2 de enero de 2026')
})

describe('a name that nobody has given', () => {
  it.each([null, 'Mi bebé'])('is left out: %s', (name) => {
    expect(carers.title(name)).toBe('Quién cuida de tu bebé')
    expect(guest.title(name)).toBe('El diario de este bebé')
    expect(invitation.title(null, name, 'carer')).toBe('Te invitan a cuidar de su bebé')
  })

  it('of who invites, too', () => {
    expect(invitation.title('Marta', 'Lucía', 'viewer')).toBe('Marta te invita a ver el sueño de Lucía')
    expect(guest.whose(null)).toBe('Es de otra familia, que te ha invitado.')
  })
})
