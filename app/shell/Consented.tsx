import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { onBackOnline } from '../device/network/online.ts'
import { useKnownFamilies, usePlace } from '../family/use-families.ts'
import { store } from '../local/phone-store.ts'
import { consentOf, lookUpConsent, subscribeConsent } from '../sync/consent.ts'
import { Loader } from '../ui/waiting/Loader.tsx'
import { ConsentSheet } from './ConsentSheet.tsx'

/**
 * The app, once its account has agreed to what is kept of it. A phone that has a diary already goes on with it until
 * the server has said that the consent is missing; one that has none waits for the first answer, or for none to come.
 * Whoever looks at another family's diary is not asked: its own account has agreed, and only it can.
 */
export function Consented({ userId, children }: { userId: string; children: ReactNode }) {
  const state = useSyncExternalStore(subscribe, () => consentOf(userId))
  const isGuest = (usePlace()?.familyId ?? userId) !== userId
  const isPlaceKnown = useKnownFamilies() !== null
  const isLate = useLate()
  const [isEmpty] = useState(() => store.data().phase === 'loading')
  useEffect(() => {
    if (state.kind !== 'unknown') return
    const look = () => void lookUpConsent(userId)
    const timer = setTimeout(look, state.askInMs)
    const stop = onBackOnline(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [userId, state])

  if (isEmpty && state.kind === 'unknown' && state.tries === 0) return <Loader />
  return (
    <>
      {children}
      {state.kind === 'missing' && (isPlaceKnown || isLate) && !isGuest && (
        <ConsentSheet userId={userId} isFirst={state.isFirst} />
      )}
    </>
  )
}

/** How long it may take to hear whether another family's diary is to be shown. */
const PLACE_WITHIN_MS = 3_000

function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PLACE_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** Another tab may have asked, too. */
function subscribe(listener: () => void): () => void {
  const stop = subscribeConsent(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
