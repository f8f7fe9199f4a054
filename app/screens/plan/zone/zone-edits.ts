import type { BabyInfo } from '../../../../core/baby/age.ts'
import { localDateAt } from '../../../../core/time/time.ts'
import { MADRID, timeZone } from '../../../../core/time/zone.ts'

type Zoned = Pick<BabyInfo, 'time_zone'>

/** The name of the zone that is stored, whether this browser knows it or not. */
export function storedZone(baby: Zoned): string {
  return baby.time_zone ?? MADRID.name
}

/**
 * What a chosen zone changes of the baby: it holds from the day on that it is there now.
 * @param chosen undefined: none was chosen. @param now epoch milliseconds.
 */
export function zoneToSave(
  chosen: string | undefined,
  baby: Zoned,
  now: number,
): Pick<BabyInfo, 'time_zone' | 'time_zone_since'> {
  const zone = chosen === undefined || chosen === storedZone(baby) ? null : timeZone(chosen)
  return zone === null ? {} : { time_zone: zone.name, time_zone_since: localDateAt(now, zone) }
}
