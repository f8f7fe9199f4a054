import { useSyncExternalStore } from 'react'

const wide = () => matchMedia('(min-width: 64em)')

function subscribe(listener: () => void): () => void {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether two screens have room side by side. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide().matches)
}
