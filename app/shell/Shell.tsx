import { memo, useCallback, useEffect, useMemo, useRef } from 'react'
import { findOpenRecord, type SleepRecord } from '../../core/records/sleep-record.ts'
import { findRunningRecord } from '../../core/records/still-asleep.ts'
import { type LocalDate, localDateAt } from '../../core/time/time.ts'
import { clock } from '../device/clock.ts'
import { useNow } from '../device/use-now.ts'
import { whenFree } from '../device/when-idle.ts'
import { useMayWrite } from '../family/use-families.ts'
import { useTurnedViewer } from '../family/use-turned-viewer.ts'
import { type Draft, draftOnLeaving } from '../forms/drafts.ts'
import type { FormTarget, SleepForm as HeldForm } from '../forms/sleep-form-state.ts'
import { watchAccountEnd } from '../leaving/account-end.ts'
import { store } from '../local/phone-store.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { lastScreens, useScreens } from '../navigation/browser-history.ts'
import {
  closeOverForm,
  draftsToOffer,
  endForm,
  forgetDraft,
  leaveForm,
  mendDraft,
  type Navigation,
  noteStoring,
  openForm,
  pickDay,
  putFormAway,
  resumeDraft,
  startNavigation,
  type Tab,
  touchForm,
  trailOfScreens,
} from '../navigation/navigation.ts'
import { type NavigationContext, pressTab, travel } from '../navigation/press-tab.ts'
import { useTabPlaces } from '../navigation/tab-places.ts'
import { useUnsavedInput } from '../navigation/unsaved-input.ts'
import { DiaryScreen } from '../screens/DiaryScreen.tsx'
import { SleepFormScreen } from '../screens/SleepFormScreen.tsx'
import { sayKept, sayOnlyLooks } from '../screens/shared/say-kept.ts'
import { useToastsAtTop } from '../ui/overlays/toast-host.ts'
import { shownToast, showToast, withdrawOffer } from '../ui/overlays/toasts.ts'
import { Loader } from '../ui/waiting/Loader.tsx'
import { sleepForm } from '../words/screens.es.ts'
import { ConnectedTopBar } from './ConnectedTopBar.tsx'
import { LateLeftDiaries } from './LateLeftDiaries.tsx'
import { otherScreensPart } from './late/other-screens-part.ts'
import { NightTheme } from './NightTheme.tsx'
import { Panel } from './Panel.tsx'
import { useKeptPicture } from './start/use-kept-picture.ts'
import { keepScreenSteady } from './steady-screen.ts'
import { TabBar } from './TabBar.tsx'
import { useFailureToasts } from './use-failure-toasts.ts'
import { useNavigation } from './use-navigation.ts'
import { useReminders } from './use-reminders.ts'

watchAccountEnd()

interface ShellProps {
  /** Whether the app begins with this diary; else somebody has gone to it, or was let in, and sees it first. */
  isStart: boolean
}

/** The whole app of someone who is signed in. */
export function Shell({ isStart }: ShellProps) {
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

const CLOSED_BY = { deleted: sleepForm.closedDeleted, ended: sleepForm.closedEnded }

function Tabs({ isStart }: ShellProps) {
  const mayWrite = useMayWrite()
  const { records, open, zone, sync } = useBabyData()
  const now = useNow()
  const { nav, openedAt, move } = useNavigation(() => {
    const running = isStart && mayWrite ? findOpenRecord(open, now, zone) : null
    return startNavigation(running, localDateAt(now, zone), lastScreens())
  }, now)
  const { formKey, closedBy, drafts: left, storing } = nav
  const drafts = useMemo(() => draftsToOffer({ drafts: left, storing }, records), [left, storing, records])
  // What a running sleep holds is stored as it is noted; the form itself says what of it isn't.
  const isBegun = nav.touched && nav.runningId === null
  useUnsavedInput(mayWrite && (isBegun || drafts.length > 0 || storing.length > 0))
  useToastsAtTop(nav.tab === 'add')
  const next = closeOverForm(nav, records, sync.pendingIds, localDateAt(now, zone))
  if (next !== nav) move(() => next, now)
  useEffect(() => {
    if (closedBy !== null) showToast({ title: CLOSED_BY[closedBy] })
  }, [closedBy])
  const remember = useTabPlaces(nav.tab === 'add' ? `add ${nav.formKey}` : nav.tab)
  const go = useCallback(
    (next: (from: Navigation) => Navigation) => {
      remember()
      move(next)
    },
    [remember, move],
  )
  const held = useRef<HeldForm>(null)
  /** The forms of whose draft it is still to be said that «Volver» has left it, and which toast was there by then. */
  const unsaid = useRef<readonly { key: number; toast: number | undefined }[]>([])
  useTurnedViewer(mayWrite, () => {
    const { current } = held
    const putAway = (from: Navigation) => putFormAway(from, today(), current)
    const away = putAway(nav)
    move(putAway)
    sayOnlyLooks(away.drafts.length > nav.drafts.length ? (away.drafts.at(-1)?.form ?? null) : null)
  })
  const onOpen = useCallback(
    (target: FormTarget) => {
      const { current } = held
      go((from) => openForm(from, target, current))
    },
    [go],
  )
  const onAdd = useCallback((date: LocalDate) => onOpen({ kind: 'new', date }), [onOpen])
  const onEdit = useCallback((record: SleepRecord) => onOpen({ kind: 'edit', record }), [onOpen])
  const onResume = useCallback(
    (draft: Draft) => {
      const { current } = held
      go((from) => resumeDraft(from, draft.formKey, store.data().records, current))
    },
    [go],
  )
  const onForget = useCallback((draft: Draft) => move((from) => forgetDraft(from, draft)), [move])
  const onPickDay = useCallback((day: LocalDate) => move((from) => pickDay(from, day, today())), [move])
  // Storing takes a moment, and an undo may come later still: a form that is gone says nothing about the next one.
  const ofThisForm = useCallback(
    (next: (from: Navigation) => Navigation) => (from: Navigation) =>
      from.formKey === formKey ? next(from) : from,
    [formKey],
  )
  // What the form held has been stored, so it doesn't become a draft.
  const onAnother = useCallback(
    (date: LocalDate) =>
      go((from) =>
        from.formKey === formKey && from.tab === 'add'
          ? openForm(from, { kind: 'new', date })
          : endForm(from, formKey, today()),
      ),
    [go, formKey],
  )
  const onDone = useCallback(() => go((from) => endForm(from, formKey, today())), [go, formKey])
  const onBack = useCallback(() => {
    const kept = draftOnLeaving({ formKey, form: nav.form }, held.current, store.data().records)
    if (kept !== null) unsaid.current = [...unsaid.current, { key: formKey, toast: shownToast()?.key }]
    go(ofThisForm((from) => leaveForm(from, today(), kept)))
  }, [formKey, nav.form, go, ofThisForm])
  useEffect(() => {
    // What is being stored may be no draft any more in a moment, and nobody can go on with it before.
    const due = unsaid.current.filter(({ key }) => !storing.includes(key))
    unsaid.current = unsaid.current.filter(({ key }) => storing.includes(key))
    // What the storing itself has said since, as that the phone refused, matters more.
    const shown = shownToast()?.key
    const unheard = due.filter(({ toast }) => shown === undefined || shown === toast).map(({ key }) => key)
    const kept = drafts.findLast((draft) => unheard.includes(draft.formKey))
    if (kept !== undefined && mayWrite) sayKept(kept.form, () => onResume(kept))
  }, [drafts, storing, mayWrite, onResume])
  const onTouched = useCallback(
    (runningId: string | null) => move(ofThisForm((from) => touchForm(from, runningId))),
    [ofThisForm, move],
  )
  const onStoring = useCallback(
    (isStoring: boolean) => move((from) => noteStoring(from, formKey, isStoring)),
    [formKey, move],
  )
  const onLateNews = useCallback(
    (form: HeldForm) => move((from) => mendDraft(from, { formKey, target: nav.form, form })),
    [formKey, nav.form, move],
  )
  useKeptPicture(nav.tab === 'diary' && nav.day === null && open.length === 0, zone)
  const topBar = useMemo(() => <ConnectedTopBar />, [])

  function readContext(): NavigationContext {
    const now = clock.now()
    return {
      records,
      // One that nobody ended is asked about where it is seen: it isn't what «+» is pressed for.
      open: findRunningRecord(records, now, zone, open),
      today: localDateAt(now, zone),
      held: held.current,
    }
  }
  function press(tab: Tab) {
    const context = readContext()
    go((from) => pressTab(from, tab, context))
  }
  useScreens(trailOfScreens(nav), (trail) => {
    const context = readContext()
    // Whoever may only look has no form by now, though the browser may still lead forward to it.
    const places = mayWrite ? trail : trail.filter((place) => place !== 'add')
    go((from) => travel(from, places, context))
  })
  const tab = !mayWrite && nav.tab === 'add' ? 'diary' : nav.tab
  const others = otherScreensPart.use()
  useEffect(() => {
    const load = () => void otherScreensPart.load()
    if (tab === 'diary' || tab === 'add') whenFree(load)
    else load()
  }, [tab])

  return (
    <>
      <NightTheme />
      <main>
        <Panel tab="diary" current={tab}>
          <Diary topBar={topBar} picked={nav.day} onPickDay={onPickDay} onAdd={onAdd} onEdit={onEdit} />
        </Panel>
        <Panel tab="week" current={tab}>
          {others && <others.Week topBar={topBar} onEdit={onEdit} />}
        </Panel>
        <Panel tab="add" current={tab}>
          {mayWrite ? (
            <SleepForm
              key={nav.drawnFor}
              topBar={topBar}
              target={nav.form}
              openedAt={openedAt}
              resumed={nav.resumed}
              held={held}
              drafts={drafts}
              onResume={onResume}
              onForget={onForget}
              onTouched={onTouched}
              onStoring={onStoring}
              onLateNews={onLateNews}
              onAnother={onAnother}
              onBack={onBack}
              onDone={onDone}
            />
          ) : null}
        </Panel>
        <Panel tab="plan" current={tab}>
          {others && <others.Plan topBar={topBar} />}
        </Panel>
        <Panel tab="resources" current={tab}>
          {others && <others.Resources topBar={topBar} />}
        </Panel>
      </main>
      <TabBar current={tab} onPress={press} />
    </>
  )
}

// A press on a tab draws the bar anew, and of the panels only what really changed.
const Diary = memo(DiaryScreen)
const SleepForm = memo(SleepFormScreen)

function today(): LocalDate {
  return localDateAt(clock.now(), store.data().zone)
}
