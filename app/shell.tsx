import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { findOpenRecord, isOpen, type LocalDate, type SleepRecord } from '../core/sleep-record.ts'
import { localDateAt } from '../core/time.ts'
import { ConnectedTopBar } from './ConnectedTopBar.tsx'
import { sleepForm } from './copy.es.ts'
import { deleteAccount } from './copy-account.es.ts'
import { onAccountGone, watchAccountEnd } from './data/account-end.ts'
import { clock } from './data/clock.ts'
import { useBabyData } from './data/use-baby-data.ts'
import {
  closeOverForm,
  leaveForm,
  type Navigation,
  openForm,
  pressTab,
  startNavigation,
  type Tab,
  touchForm,
} from './navigation.ts'
import { Panel } from './Panel.tsx'
import { DiaryScreen } from './screens/DiaryScreen.tsx'
import { PlanScreen } from './screens/PlanScreen.tsx'
import { ResourcesScreen } from './screens/ResourcesScreen.tsx'
import { SleepFormScreen } from './screens/SleepFormScreen.tsx'
import { WeekScreen } from './screens/WeekScreen.tsx'
import { keepScreenSteady } from './steady-screen.ts'
import { TabBar } from './TabBar.tsx'
import { useTabPlaces } from './tab-places.ts'
import { Loader } from './ui/Loader.tsx'
import { showToast } from './ui/toasts.ts'
import { useUnsavedInput } from './unsaved-input.ts'
import { useFailureToasts } from './use-failure-toasts.ts'
import { useReminders } from './use-reminders.ts'

const ACCOUNT_GONE_MS = 20_000

// For as long as the page lives: it is said on the login, when the app is gone already.
onAccountGone(() => showToast({ ...deleteAccount.gone, durationMs: ACCOUNT_GONE_MS }))
watchAccountEnd()

/** The whole app of someone who is signed in. */
export function Shell() {
  const { phase } = useBabyData()
  useFailureToasts()
  useReminders()
  useEffect(keepScreenSteady, [])
  return phase === 'loading' ? <Loader /> : <Tabs />
}

const CLOSED_BY = { deleted: sleepForm.closedDeleted, ended: sleepForm.closedEnded }

function Tabs() {
  const { records } = useBabyData()
  const [nav, setNav] = useState(() => {
    const now = clock.now()
    return startNavigation(findOpenRecord(records, now), localDateAt(now))
  })
  // Found once per change of the log, which may hold years, and not with every tap.
  const open = useMemo(() => records.filter(isOpen), [records])
  useUnsavedInput(nav.touched)
  const next = closeOverForm(nav, records, today())
  if (next !== nav) setNav(next)
  const { formKey, closedBy } = nav
  useEffect(() => {
    if (closedBy !== null) showToast({ title: CLOSED_BY[closedBy] })
  }, [closedBy])
  const remember = useTabPlaces(nav.tab === 'add' ? `add ${nav.formKey}` : nav.tab)
  const go = useCallback(
    (next: (from: Navigation) => Navigation) => {
      remember()
      setNav(next)
    },
    [remember],
  )
  const onAdd = useCallback((date: LocalDate) => go((from) => openForm(from, { kind: 'new', date })), [go])
  const onEdit = useCallback(
    (record: SleepRecord) => go((from) => openForm(from, { kind: 'edit', record })),
    [go],
  )
  const onDone = useCallback(() => go((from) => leaveForm(from, today())), [go])
  // An undo may come when its form is gone already: it says nothing about the next one.
  const onTouched = useCallback(
    (runningId: string | null) =>
      setNav((from) => (from.formKey === formKey ? touchForm(from, runningId) : from)),
    [formKey],
  )
  const topBar = useMemo(() => <ConnectedTopBar />, [])

  function press(tab: Tab) {
    const now = clock.now()
    const log = { records, open: findOpenRecord(open, now), today: localDateAt(now) }
    go((from) => pressTab(from, tab, log))
  }

  return (
    <>
      <main>
        <Panel tab="diary" current={nav.tab}>
          <Diary topBar={topBar} onAdd={onAdd} onEdit={onEdit} />
        </Panel>
        <Panel tab="week" current={nav.tab}>
          <Week topBar={topBar} onEdit={onEdit} />
        </Panel>
        <Panel tab="add" current={nav.tab}>
          <SleepForm
            key={nav.drawnFor}
            topBar={topBar}
            target={nav.form}
            onTouched={onTouched}
            onDone={onDone}
          />
        </Panel>
        <Panel tab="plan" current={nav.tab}>
          <Plan topBar={topBar} />
        </Panel>
        <Panel tab="resources" current={nav.tab}>
          <Resources topBar={topBar} />
        </Panel>
      </main>
      <TabBar current={nav.tab} onPress={press} />
    </>
  )
}

// A press on a tab draws the bar anew, and of the panels only what really changed.
const Diary = memo(DiaryScreen)
const Week = memo(WeekScreen)
const SleepForm = memo(SleepFormScreen)
const Plan = memo(PlanScreen)
const Resources = memo(ResourcesScreen)

function today(): LocalDate {
  return localDateAt(clock.now())
}
