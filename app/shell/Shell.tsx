import { type ComponentProps, useEffect } from 'react'
import { watchAccountEnd } from '../leaving/account-end.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { withdrawOffer } from '../ui/overlays/toasts.ts'
import { Loader } from '../ui/waiting/Loader.tsx'
import { LateLeftDiaries } from './LateLeftDiaries.tsx'
import { keepScreenSteady } from './steady-screen.ts'
import { Tabs } from './tabs/Tabs.tsx'
import { useFailureToasts } from './use-failure-toasts.ts'
import { useReminders } from './use-reminders.ts'

watchAccountEnd()

/** The whole app of someone who is signed in. */
export function Shell({ isStart }: ComponentProps<typeof Tabs>) {
  const { phase } = useBabyData()
  useFailureToasts()
  useReminders()
  useEffect(keepScreenSteady, [])
  useEffect(() => withdrawOffer, [])
  return (
    <>
      {phase === 'loading' ? <Loader /> : <Tabs isStart={isStart} />}
      <LateLeftDiaries />
    </>
  )
}
