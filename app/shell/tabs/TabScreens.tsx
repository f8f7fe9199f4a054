import { type ComponentProps, memo, useEffect, useMemo } from 'react'
import { whenFree } from '../../device/when-idle.ts'
import type { Navigation, Tab } from '../../navigation/navigation.ts'
import { DiaryScreen } from '../../screens/DiaryScreen.tsx'
import { SleepFormScreen } from '../../screens/SleepFormScreen.tsx'
import { ConnectedTopBar } from '../ConnectedTopBar.tsx'
import { otherScreensPart } from '../late/other-screens-part.ts'
import { Panel } from '../Panel.tsx'

interface TabScreensProps {
  nav: Navigation
  current: Tab
  /** Null for whoever may only look. */
  form: Omit<ComponentProps<typeof SleepFormScreen>, 'topBar' | 'target' | 'resumed'> | null
  diary: Pick<ComponentProps<typeof DiaryScreen>, 'onPickDay' | 'onAdd' | 'onEdit'>
}

/** The screens of all tabs, each in its panel. */
export function TabScreens({ nav, current, form, diary }: TabScreensProps) {
  const topBar = useMemo(() => <ConnectedTopBar />, [])
  const others = useOtherScreens(current)
  return (
    <main>
      <Panel tab="diary" current={current}>
        <Diary topBar={topBar} picked={nav.day} {...diary} />
      </Panel>
      <Panel tab="week" current={current}>
        {others && <others.Week topBar={topBar} onEdit={diary.onEdit} />}
      </Panel>
      <Panel tab="add" current={current}>
        {form && (
          <SleepForm key={nav.drawnFor} topBar={topBar} target={nav.form} resumed={nav.resumed} {...form} />
        )}
      </Panel>
      <Panel tab="plan" current={current}>
        {others && <others.Plan topBar={topBar} />}
      </Panel>
      <Panel tab="resources" current={current}>
        {others && <others.Resources topBar={topBar} />}
      </Panel>
    </main>
  )
}

// A press on a tab draws the bar anew, and of the panels only what really changed.
const Diary = memo(DiaryScreen)
const SleepForm = memo(SleepFormScreen)

/** Those that aren't of the start, fetched at once where one of them is shown; null until they are there. */
function useOtherScreens(current: Tab) {
  const others = otherScreensPart.use()
  useEffect(() => {
    const load = () => void otherScreensPart.load()
    if (current === 'diary' || current === 'add') whenFree(load)
    else load()
  }, [current])
  return others
}
