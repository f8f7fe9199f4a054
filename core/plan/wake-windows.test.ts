import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatWakeWindow, interpretWakeWindow, parseWakeWindow } from './wake-windows.ts'

const MALFORMED = { kind: 'malformed', example: '1h 30min' }

describe('parseWakeWindow', () => {
  it.each([
    ['1h 30min', 90],
    ['1h30', 90],
    ['1h30m', 90],
    ['1h 30', 90],
    ['1 H 30 MIN', 90],
    ['  1h   30min  ', 90],
    ['1h\u00a030min', 90],
    ['01h 30min', 90],
    ['1 h', 60],
    ['1h', 60],
    ['2h 00min', 120],
    ['2h 0min', 120],
    ['0h 45min', 45],
    ['90min', 90],
    ['90 m', 90],
    ['90', 90],
    ['90minutos', 90],
    ['1 minuto', 1],
    ['1:30', 90],
    ['01:30', 90],
    ['0:45', 45],
    ['1 : 30', 90],
    ['1,5h', 90],
    ['1.5h', 90],
    ['1,5 horas', 90],
    ['2,25 h', 135],
    ['1,33h', 80],
    ['1 hora 30 minutos', 90],
    ['2 horas', 120],
    ['1hora30', 90],
    ['2 HORAS 15 Minutos', 135],
    ['1h 59min', 119],
    ['12h', 720],
    ['12:00', 720],
    ['720', 720],
  ])('reads %j as %i min', (text, minutes) => {
    expect(parseWakeWindow(text)).toEqual({ kind: 'window', minutes })
  })

  it.each([
    '',
    '   ',
    'h',
    'min',
    'una hora',
    '1h 60min',
    '1h 90',
    '1:60',
    '1:5',
    '1:300',
    '30min 1h',
    '30 1h',
    '1 30',
    '1h 30 15',
    '1h 30min 1h',
    '1,5',
    '1.5',
    '1,5min',
    '1,5h 30min',
    ',5h',
    '1,h',
    '-1h',
    '-90',
    '+90',
    '0',
    '0h',
    '0min',
    '0h 0min',
    '0:00',
    '0,001h',
    '721',
    '12h 1min',
    '12:01',
    '12,1h',
    '13h',
    '99999999999999999999h',
    '1e2',
    '0x5a',
    '90s',
    '1d',
    '1h-2h',
    '1h 30min.',
    '９０',
  ])('refuses %j', (text) => {
    expect(parseWakeWindow(text)).toEqual(MALFORMED)
  })

  it('gives whole minutes from 1 to 720 or says malformed, for any string', () => {
    const pieces = fc.constantFrom(
      '1',
      '30',
      '90',
      ' ',
      'h',
      'hora',
      'horas',
      'min',
      'm',
      ':',
      ',',
      '.',
      '-',
      '0',
      '12',
    )
    const likely = fc.array(pieces, { maxLength: 7 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string(), likely), (text) => {
        const parsed = parseWakeWindow(text)
        if (parsed.kind === 'malformed') expect(parsed).toEqual(MALFORMED)
        else
          expect(Number.isInteger(parsed.minutes) && parsed.minutes >= 1 && parsed.minutes <= 720).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('formatWakeWindow', () => {
  it.each([
    [1, '0h 01min'],
    [45, '0h 45min'],
    [60, '1h 00min'],
    [90, '1h 30min'],
    [120, '2h 00min'],
    [720, '12h 00min'],
  ])('%i min: %s', (minutes, text) => {
    expect(formatWakeWindow(minutes)).toBe(text)
  })

  it('is read back as the same minutes, all 720 of them', () => {
    for (let minutes = 1; minutes <= 720; minutes += 1) {
      expect(parseWakeWindow(formatWakeWindow(minutes))).toEqual({ kind: 'window', minutes })
    }
  })
})

describe('interpretWakeWindow', () => {
  it.each([
    ['2h 15min', false, '2h 15m - 2h 45m'],
    ['1h 30min', false, '1h 30m - 2h 0m'],
    ['20', false, '20m - 50m'],
    ['45', false, '45m - 1h 15m'],
    ['12h', false, '12h 0m - 12h 30m'],
    ['2h 45min', true, '2h 45m'],
    ['45min', true, '45m'],
    ['mucho', false, null],
    ['mucho', true, null],
  ])('%j, before bedtime %s: %s', (text, beforeBedtime, shown) => {
    expect(interpretWakeWindow(text, { beforeBedtime })).toBe(shown)
  })
})
