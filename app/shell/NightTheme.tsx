import { useLayoutEffect } from 'react'
import { findRunningRecord } from '../../core/records/still-asleep.ts'
import { showNight } from '../device/theme.ts'
import { useNow } from '../device/use-now.ts'
import { useBabyData } from '../local/use-baby-data.ts'

/** Tells the theme which night runs, before the screen is painted: a running night makes it dark. */
export function NightTheme() {
  const { records, open, zone } = useBabyData()
  const now = useNow()
  const running = findRunningRecord(records, now, zone, open)
  const nightId = running?.type === 'noche' ? running.id : null
  useLayoutEffect(() => showNight(nightId), [nightId])
  // After a sign-out no night runs.
  useLayoutEffect(() => () => showNight(null), [])
  return null
}
