import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { shownToast, subscribeToToasts } from './toasts.ts'

/**
 * Where toasts appear. The library behind them is fetched once the page has settled, so that the first paint
 * doesn't wait for it, and its live region stands before the first message.
 */
export function Toasts() {
  const [Outlet, setOutlet] = useState<ComponentType | null>(null)
  const toast = useSyncExternalStore(subscribeToToasts, shownToast, shownToast)
  const missing = Outlet === null
  const urgent = missing && toast !== null

  useEffect(() => {
    if (!missing) return
    let left = false
    const load = () =>
      import('./ToastOutlet.tsx').then(
        (module) => {
          if (!left) setOutlet(() => module.ToastOutlet)
        },
        // Without network the file may be out of reach: the next message tries again.
        (reason: unknown) => console.warn(reason),
      )
    const timer = setTimeout(load, urgent ? 0 : 1500)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [missing, urgent])

  return Outlet && <Outlet />
}
