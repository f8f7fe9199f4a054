import { useMemo } from 'react'
import { attentionOf, familyOverview, OVERVIEW_REACH_DAYS } from '../../../core/overview/family-overview.ts'
import { recordsBetween } from '../../../core/records/sleep-record.ts'
import { addDays, localDateAt } from '../../../core/time/time.ts'
import { useNow } from '../../device/use-now.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import type { ConsultedFamily } from '../families/consulted.ts'

/** Why a family should be looked at now, by what its page has read of it: as the list of families says it. */
export function useAttention(family: ConsultedFamily) {
  const { phase, loadFailed, records, plan, zone } = useBabyData()
  const now = useNow()
  const { birth_date: birthDate, time_zone_since: zoneSince, open_questions } = family
  const isRead = phase === 'ready' && !loadFailed
  const overview = useMemo(() => {
    if (!isRead) return null
    const today = localDateAt(now, zone)
    // The list reads no more of a log either: with all of it some reasons would be others.
    const lately = recordsBetween(records, addDays(today, -OVERVIEW_REACH_DAYS - 1), '9999-12-31')
    return familyOverview(lately, { birthDate, plan, zone, zoneSince, now })
  }, [isRead, records, birthDate, plan, zone, zoneSince, now])
  return {
    reasons: attentionOf(overview, open_questions, now),
    lastEntryAt: overview?.lastEntryAt ?? null,
    now,
  }
}
