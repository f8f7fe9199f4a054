import { whenIdle } from '../../../device/when-idle.ts'
import { placeOf } from '../../../words/time-zone.es.ts'
import { partsOfWorld, type ZoneGroup, zonesIn } from './zone-options.ts'

/** So many zones are named in some ten milliseconds on a slow phone; a tap meanwhile would wait for all of them. */
const ZONES_AT_ONCE = 8

/** Calls `done` with the zones of the world. They are named when nothing else is to be done, until that is stopped. */
export function nameWorld(done: (world: readonly ZoneGroup[]) => void): () => void {
  const all = everyZone()
  let stop = whenIdle(() => nameFrom(0))
  function nameFrom(start: number): void {
    const end = start + ZONES_AT_ONCE
    for (const name of all.slice(start, end)) placeOf(name)
    if (end < all.length) stop = whenIdle(() => nameFrom(end))
    else done(partsOfWorld.map((part) => zonesIn(part, all)))
  }
  return () => stop()
}

/** None where the browser can't list them: Spain's and the phone's own stay. */
function everyZone(): string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
}
