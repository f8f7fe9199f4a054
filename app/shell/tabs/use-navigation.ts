import { useCallback, useState } from 'react'
import { clock } from '../../device/clock.ts'
import type { Navigation } from '../../navigation/navigation.ts'
import { useTabPlaces } from '../../navigation/tab-places.ts'

type Step = (from: Navigation) => Navigation

/** Takes a step from wherever the carer is by then. */
export type Go = (step: Step) => void

/** Where the carer is, and since when the present form is open (epoch milliseconds). */
interface Place {
  nav: Navigation
  openedAt: number
}

/**
 * Holds where the carer is. A form begins with the time at which it was opened, so that is taken with the step that
 * opens it: drawing it may come later, and more than once. `begin` is asked once, for the form that is open at `now`.
 */
export function useNavigation(begin: () => Navigation, now: number) {
  const [{ nav, openedAt }, setPlace] = useState<Place>(() => ({ nav: begin(), openedAt: now }))
  const move = useCallback((step: Step, at = clock.now()) => setPlace((from) => moved(from, step, at)), [])
  return { nav, openedAt, move }
}

/** Takes steps that may leave the place that is shown, and keeps where on it the carer was. */
export function useGo({ tab, formKey }: Navigation, move: Go): Go {
  const remember = useTabPlaces(tab === 'add' ? `add ${formKey}` : tab)
  return useCallback(
    (step) => {
      remember()
      move(step)
    },
    [remember, move],
  )
}

function moved(from: Place, step: Step, at: number): Place {
  const nav = step(from.nav)
  if (nav === from.nav) return from
  return { nav, openedAt: nav.formKey === from.nav.formKey ? from.openedAt : at }
}
