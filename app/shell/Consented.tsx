import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { store } from '../local/phone-store.ts'
import { consentOf, lookUpConsent, subscribeConsent } from '../sync/consent.ts'
import { Loader } from '../ui/waiting/Loader.tsx'
import { ConsentSheet } from './ConsentSheet.tsx'

/**
 * The app, once its account has agreed to what is kept of it. A phone that has a diary already goes on with it until
 * the server has said that the consent is missing; one that has none waits for the first answer, or for none to come.
 */
export function Consented({ userId, children }: { userId: string; children: ReactNode }) {
  const state = useSyncExternalStore(subscribe, () => consentOf(userId))
  const [isEmpty] = useState(() => store.data().phase === 'loading')
  useEffect(() => {
    if (state.kind !== 'unknown') return
    const look = () => void lookUpConsent(userId)
    const timer = setTimeout(look, state.askInMs)
    window.addEventListener('online', look)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', look)
    }
  }, [userId, state])

  if (isEmpty && state.kind === 'unknown' && state.tries === 0) return <Loader />
  return (
    <>
      {children}
      {state.kind === 'missing' && <ConsentSheet userId={userId} isFirst={state.isFirst} />}
    </>
  )
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
