import type { TimeZone } from '../time/time.ts'
import { MADRID, timeZone } from '../time/zone.ts'
import type { BabyInfo } from './age.ts'

/**
 * The zone the family lives by (rule 1.8, time zone). Madrid where none was chosen, on a phone that hasn't heard of the
 * baby yet, and where this browser doesn't know the zone.
 */
export function babyZone(baby: Pick<BabyInfo, 'time_zone'> | null): TimeZone {
  return timeZone(baby?.time_zone ?? MADRID.name) ?? MADRID
}

type BabyFields = Partial<Omit<BabyInfo, 'id' | 'user_id'>>

/**
 * What a file says of the baby, without its zone where the family has chosen one here: which clock they live by now is
 * not for an older copy to say. Nor does the clock change while a sleep runs, whose minutes would be others.
 */
export function withZoneOfHere(found: BabyFields, here: BabyFields | null, isAsleep: boolean): BabyFields {
  if (!isAsleep && (here?.time_zone_since ?? null) === null) return found
  const { time_zone: _zone, time_zone_since: _since, ...others } = found
  return others
}
