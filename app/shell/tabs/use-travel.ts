import type { RefObject } from 'react'
import { findRunningRecord } from '../../../core/records/still-asleep.ts'
import { localDateAt } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import { type SleepForm, wouldBeginAlike } from '../../forms/sleep-form-state.ts'
import type { BabyData } from '../../local/use-baby-data.ts'
import { useScreens } from '../../navigation/browser-history.ts'
import { type Navigation, type Tab, trailOfScreens } from '../../navigation/navigation.ts'
import { type NavigationContext, pressTab, travel } from '../../navigation/press-tab.ts'
import type { Go } from './use-navigation.ts'

interface Travel {
  nav: Navigation
  /** When the present form was opened, in epoch milliseconds. */
  openedAt: number
  mayWrite: boolean
  data: Pick<BabyData, 'records' | 'open' | 'zone'>
  held: RefObject<SleepForm | null>
  go: Go
}

/** Follows the browser's back and forward; answers what follows the tab bar. */
export function useTravel({ nav, openedAt, mayWrite, data, held, go }: Travel): (tab: Tab) => void {
  function readContext(): NavigationContext {
    const { records, open, zone } = data
    const now = clock.now()
    const form = held.current
    return {
      records,
      // One that nobody ended is asked about where it is seen: it isn't what «+» is pressed for.
      open: findRunningRecord(records, now, zone, open),
      today: localDateAt(now, zone),
      wouldBeginAlike: form !== null && wouldBeginAlike(form, openedAt, now, zone),
      held: form,
    }
  }
  useScreens(trailOfScreens(nav), (trail) => {
    const context = readContext()
    // Whoever may only look has no form by now, though the browser may still lead forward to it.
    const places = mayWrite ? trail : trail.filter((place) => place !== 'add')
    go((from) => travel(from, places, context))
  })
  return (tab) => {
    const context = readContext()
    go((from) => pressTab(from, tab, context))
  }
}
