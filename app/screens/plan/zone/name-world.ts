import { whenIdle } from '../../../device/when-idle.ts'
import { type NamedZone, nameZone, worldOf, type ZoneGroup } from './zone-options.ts'

/** So many zones are named in some ten milliseconds on a slow phone; a tap meanwhile would wait for all of them. */
const ZONES_AT_ONCE = 8

/** What is named stays so: whoever only passes by the plan would have it begin anew with each visit. */
const named: NamedZone[] = []

/** Calls `done` with the zones of the world. They are named when nothing else is to be done, until that is stopped. */
export function nameWorld(done: (world: readonly ZoneGroup[]) => void): () => void {
  const all = everyZone()
  let stop = whenIdle(nameSome)
  function nameSome(): void {
    named.push(...all.slice(named.length, named.length + ZONES_AT_ONCE).map(nameZone))
    if (named.length < all.length) stop = whenIdle(nameSome)
    else done(worldOf(named))
  }
  return () => stop()
}

/** None where the browser can't list them: Spain's and the phone's own stay. */
function everyZone(): string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
}
