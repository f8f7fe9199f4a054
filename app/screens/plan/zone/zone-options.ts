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

/** All zones there are, by part of the world, but for those in `near`. Naming them takes a slow phone a moment. */
export function farZones(all: readonly string[], near: readonly ZoneGroup[]): ZoneGroup[] {
  const offered = new Set(near.flatMap(({ zones }) => zones.map(({ name }) => name)))
  return Object.entries(regions).flatMap(([region, label]) => {
    const { zones } = group(
      label,
      all.filter((name) => name.startsWith(`${region}/`) && !offered.has(name)),
    )
    return zones.length === 0
      ? []
      : { label, zones: zones.toSorted((a, b) => a.place.localeCompare(b.place, 'es')) }
  })
}

function group(label: string, names: readonly string[]): ZoneGroup {
  return { label, zones: names.map((name) => ({ name, place: placeOf(name) })) }
}
