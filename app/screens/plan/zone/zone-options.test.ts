import { describe, expect, it } from 'vitest'
import { hourOf, hourOnPaper, placeOf } from '../../../words/time-zone.es.ts'
import { farZones, nameZone, nearZones, worldOf } from './zone-options.ts'

const MADRID = 'Europe/Madrid'

describe('what a zone is called', () => {
  it.each([
    [MADRID, 'Península y Baleares', 'hora peninsular', 'Hora de Madrid'],
    ['Atlantic/Canary', 'Canarias', 'hora de Canarias', 'Hora de Canarias'],
    ['America/New_York', 'Nueva York', 'hora de Nueva York', 'Hora de Nueva York'],
    ['Europe/London', 'Reino Unido', 'hora del Reino Unido', 'Hora del Reino Unido'],
    ['Europe/Lisbon', 'Portugal', 'hora de Portugal', 'Hora de Portugal'],
    ['Europe/Rome', 'Italia', 'hora de Italia', 'Hora de Italia'],
    // Where the browser has only letters for it.
    ['Africa/Ceuta', 'Ceuta', 'hora de Ceuta', 'Hora de Ceuta'],
    ['Marte/Monte_Olimpo', 'Monte Olimpo', 'hora de Monte Olimpo', 'Hora de Monte Olimpo'],
  ])('%s', (name, place, hour, onPaper) => {
    expect([placeOf(name), hourOf(name), hourOnPaper(name, null)]).toEqual([place, hour, onPaper])
  })
})

it('says on paper since when, where the sheet began by another clock', () => {
  expect(hourOnPaper('Atlantic/Canary', '2025-08-11')).toBe('Hora de Canarias desde el 11 de agosto de 2025')
})

describe('the zones at hand', () => {
  const named = (own: string, chosen: string) =>
    nearZones(own, chosen).map(({ label, zones }) => [label, ...zones.map(({ place }) => place)])
  const spain = ['España', 'Península y Baleares', 'Canarias']

  it('are Spain’s', () => {
    expect(named(MADRID, 'Atlantic/Canary')).toEqual([spain])
  })

  it('are the phone’s own too, and the one that is chosen, each once', () => {
    const own = ['La de este móvil', 'Nueva York']
    expect(named('America/New_York', MADRID)).toEqual([spain, own])
    expect(named('America/New_York', 'America/New_York')).toEqual([spain, own])
    expect(named('America/New_York', 'Asia/Tokyo')).toEqual([spain, own, ['Otras', 'Japón']])
  })

  it('show a stored one that this browser doesn’t know, and don’t offer it as the phone’s', () => {
    expect(named('Marte/Olimpo', MADRID)).toEqual([spain])
    expect(named(MADRID, 'Marte/Olimpo')).toEqual([spain, ['Otras', 'Olimpo']])
  })
})

describe('all the others', () => {
  const near = nearZones(MADRID, MADRID)
  const others = (all: readonly string[]) => farZones(worldOf(all.map(nameZone)), near)

  it('are all there, once, by part of the world and name', () => {
    const all = Intl.supportedValuesOf('timeZone')
    const names = [...near, ...others(all)].flatMap(({ zones }) => zones.map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
    expect(names.toSorted()).toEqual(all.filter((name) => name.includes('/')).toSorted())
    const europe = others(['Europe/London', 'Europe/Berlin', 'Asia/Tokyo'])
    expect(europe.map(({ label }) => label)).toEqual(['Asia', 'Europa'])
    expect(europe.find(({ label }) => label === 'Europa')?.zones.map(({ place }) => place)).toEqual([
      'Alemania',
      'Reino Unido',
    ])
  })
})
