import { useEffectEvent, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { openLayers, subscribeToLayers } from '../ui/overlays/layers.ts'
import { nextStep, SHEET, type Trail, trailOf } from './trail.ts'

/*
 * The browser's back closes what is open, in order. Its history gets one entry for each place of the app, without
 * another address: what each entry stands for is in its state (trail.ts), and outlives a reload.
 */

/** The trail while nobody is signed in. */
const ENTRANCE: Trail = ['entrance']

interface Screens {
  trail: Trail
  /** Called when the browser has gone to another of its entries. */
  onTravel: (trail: Trail) => void
}

/** Null until the app is drawn: before that, a reloaded page must not overwrite what its entry stands for. */
let screens: Screens | null = null
/** Whether the browser is going back because `settle` told it to: its `popstate` isn't the carer's then. */
let isTravelling = false
let isDue = false

/** Makes the browser's back close what is open. To be called once, at the start. */
export function watchBack(): void {
  // The app restores the scroll position of its tabs itself, and what lies under a sheet must not move.
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    if (isTravelling) isTravelling = false
    else follow(trailOf(history.state))
    settle()
  })
  // The browser may show the page as it was left, after a visit to another one.
  addEventListener('pageshow', settle)
  subscribeToLayers(settleSoon)
}

/** What the present entry stood for when the page was loaded, sheets left out. */
export function lastScreens(): readonly string[] {
  return (trailOf(history.state) ?? []).filter((place) => place !== SHEET)
}

/** Tells the browser's history which screens back goes through, the present one last. */
export function useScreens(trail: Trail, onTravel: (trail: Trail) => void): void {
  const travel = useEffectEvent(onTravel)
  const places = trail.join(' ')
  useLayoutEffect(() => {
    const [first = '', ...rest] = places.split(' ')
    screens = { trail: [first, ...rest], onTravel: (to) => travel(to) }
    settleSoon()
  }, [places])
  useLayoutEffect(
    () => () => {
      screens = { trail: ENTRANCE, onTravel: () => undefined }
      settleSoon()
    },
    [],
  )
}

/** Follows the browser to one of its entries: closes the sheets that it doesn't have and shows its screen. */
function follow(to: Trail | null): void {
  if (to === null) return
  const [first, ...others] = to.filter((place) => place !== SHEET)
  const sheets = to.filter((place) => place === SHEET).length
  flushSync(() => {
    for (const layer of openLayers().slice(sheets).reverse()) layer.close()
    if (first !== undefined && [first, ...others].join(' ') !== screens?.trail.join(' ')) {
      screens?.onTravel([first, ...others])
    }
  })
}

/** Calls `settle` once for all that changes together: a form that replaces a sheet then gets the sheet's entry. */
function settleSoon(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    settle()
  })
}

/** Makes the browser's entries those of the places that are open. */
function settle(): void {
  if (screens === null && openLayers().length === 0) return
  const wanted: Trail = [...(screens?.trail ?? ENTRANCE), ...openLayers().map(() => SHEET)]
  while (!isTravelling) {
    const step = nextStep(trailOf(history.state), wanted)
    if (step.kind === 'nothing') return
    // A duplicated tab may have a trail that is longer than its history.
    if (step.kind === 'back' && step.by >= history.length) history.replaceState({ trail: wanted }, '')
    else if (step.kind === 'back') {
      isTravelling = true
      history.go(-step.by)
    } else if (step.kind === 'replace') history.replaceState({ trail: step.trail }, '')
    else history.pushState({ trail: step.trail }, '')
  }
}
