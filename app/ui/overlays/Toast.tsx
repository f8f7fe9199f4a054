import { type ComponentType, useEffect, useState } from 'react'
import { subscribeToToasts } from './toasts.ts'

/**
 * Where toasts appear. The library behind them is fetched after the first paint, which doesn't wait for it; its
 * live region stands before the first message.
 */
export function Toasts() {
  const [Outlet, setOutlet] = useState<ComponentType | null>(null)

  useEffect(() => {
    if (Outlet) return
    const load = () =>
      void import('./ToastOutlet.tsx').then(
        (module) => setOutlet(() => module.ToastOutlet),
        // Without network the file may be out of reach: the next message tries again.
        (reason: unknown) => console.warn(reason),
      )
    load()
    return subscribeToToasts(load)
  }, [Outlet])

  return Outlet && <Outlet />
}
