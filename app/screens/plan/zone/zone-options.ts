import { timeZone } from '../../../../core/time/zone.ts'
import { placeOf, regions, zoneWords } from '../../../words/time-zone.es.ts'

export interface ZoneGroup {
  label: string
  zones: readonly { name: string; place: string }[]
}

const SPAIN = ['Europe/Madrid', 'Atlantic/Canary']

/** Spain's zones, and what is at hand besides: the phone's own, and the one that is chosen. */
export function nearZones(own: string, chosen: string): ZoneGroup[] {
  const ofPhone = SPAIN.includes(own) || timeZone(own) === null ? [] : [own]
  const other = [...SPAIN, ...ofPhone].includes(chosen) ? [] : [chosen]
  return [
    group(zoneWords.spain, SPAIN),
    group(zoneWords.thisPhone, ofPhone),
    group(zoneWords.other, other),
  ].filter(({ zones }) => zones.length > 0)
}

/** The parts of the world, in the order in which they are offered: each is the first part of its zones' names. */
export const partsOfWorld = Object.keys(regions)

/** The zones of a part of the world, by what they are called. Naming a hundred takes a slow phone a moment. */
export function zonesIn(part: string, all: readonly string[]): ZoneGroup {
  const { label, zones } = group(
    regions[part] ?? part,
    all.filter((name) => name.startsWith(`${part}/`)),
  )
  return { label, zones: zones.toSorted((a, b) => a.place.localeCompare(b.place, 'es')) }
}

/** What is offered beside `near`, each zone once. */
export function farZones(world: readonly ZoneGroup[], near: readonly ZoneGroup[]): ZoneGroup[] {
  const offered = new Set(near.flatMap(({ zones }) => zones.map(({ name }) => name)))
  return world
    .map(({ label, zones }) => ({ label, zones: zones.filter(({ name }) => !offered.has(name)) }))
    .filter(({ zones }) => zones.length > 0)
}

function group(label: string, names: readonly string[]): ZoneGroup {
  return { label, zones: names.map((name) => ({ name, place: placeOf(name) })) }
}
