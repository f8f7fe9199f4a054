import { timeZone } from '../../../../core/time/zone.ts'
import { placeOf, regions, zoneWords } from '../../../words/time-zone.es.ts'

export interface NamedZone {
  /** An IANA name. */
  name: string
  place: string
}

export interface ZoneGroup {
  label: string
  zones: readonly NamedZone[]
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

/** The zones by part of the world, which is the first part of their names, and in it by what they are called. */
export function worldOf(named: readonly NamedZone[]): ZoneGroup[] {
  const { compare } = new Intl.Collator('es')
  return Object.entries(regions).map(([part, label]) => ({
    label,
    zones: named
      .filter(({ name }) => name.startsWith(`${part}/`))
      .toSorted((a, b) => compare(a.place, b.place)),
  }))
}

/** What is offered beside `near`, each zone once. */
export function farZones(world: readonly ZoneGroup[], near: readonly ZoneGroup[]): ZoneGroup[] {
  const offered = new Set(near.flatMap(({ zones }) => zones.map(({ name }) => name)))
  return world
    .map(({ label, zones }) => ({ label, zones: zones.filter(({ name }) => !offered.has(name)) }))
    .filter(({ zones }) => zones.length > 0)
}

function group(label: string, names: readonly string[]): ZoneGroup {
  return { label, zones: names.map(nameZone) }
}

/** It takes a slow phone a millisecond. */
export function nameZone(name: string): NamedZone {
  return { name, place: placeOf(name) }
}
