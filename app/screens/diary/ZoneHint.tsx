import type { BabyInfo } from '../../../core/baby/age.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import { timeZone } from '../../../core/time/zone.ts'
import { zoneWords } from '../../words/time-zone.es.ts'

interface ZoneHintProps {
  baby: BabyInfo
  date: LocalDate
  today: LocalDate
  className: string | undefined
}

/** The day on which the family's clock changed says so; today says it when this phone can't follow that clock. */
export function ZoneHint({ baby, date, today, className }: ZoneHintProps) {
  const name = baby.time_zone
  if (name === undefined) return null
  if (timeZone(name) === null)
    return date === today && <p className={`hint ${className}`}>{zoneWords.unknown(name)}</p>
  if (baby.time_zone_since !== date) return null
  return <p className={`hint ${className}`}>{zoneWords.since(name, date, today)}</p>
}
