import { useCallback, useMemo, useRef } from 'react'
import { findOpenRecord } from '../../../core/records/sleep-record.ts'
import { type LocalDate, localDateAt } from '../../../core/time/time.ts'
import { useNow } from '../../device/use-now.ts'
import { useMayWrite } from '../../family/use-families.ts'
import type { SleepForm } from '../../forms/sleep-form-state.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { lastScreens } from '../../navigation/browser-history.ts'
import { closeOverForm, draftsToOffer, pickDay, startNavigation } from '../../navigation/navigation.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { useToastsAtTop } from '../../ui/overlays/toast-host.ts'
import { NightTheme } from '../NightTheme.tsx'
import { useKeptPicture } from '../start/use-kept-picture.ts'
import { TabBar } from '../TabBar.tsx'
import { TabScreens } from './TabScreens.tsx'
import { today } from './today.ts'
import { useFormClosed } from './use-form-closed.ts'
import { useFormNews } from './use-form-news.ts'
import { useLeftForms } from './use-left-forms.ts'
import { useGo, useNavigation } from './use-navigation.ts'
import { useOpenForm } from './use-open-form.ts'
import { useTravel } from './use-travel.ts'

interface TabsProps {
  /** Whether the app begins with this diary; else somebody has gone to it, or was let in, and sees it first. */
  isStart: boolean
}

/** The tabs, their screens and the steps between them: where the carer is goes down, and a step comes up. */
export function Tabs({ isStart }: TabsProps) {
  const mayWrite = useMayWrite()
  const data = useBabyData()
  const { records, open, zone, sync } = data
  const now = useNow()
  const { nav, openedAt, move } = useNavigation(() => {
    const running = isStart && mayWrite ? findOpenRecord(open, now, zone) : null
    return startNavigation(running, localDateAt(now, zone), lastScreens())
  }, now)
  const { drafts: left, storing } = nav
  const drafts = useMemo(() => draftsToOffer({ drafts: left, storing }, records), [left, storing, records])
  // What a running sleep holds is stored as it is noted; the form itself says what of it isn't.
  const isBegun = nav.touched && nav.runningId === null
  useUnsavedInput(mayWrite && (isBegun || drafts.length > 0 || storing.length > 0))
  useToastsAtTop(nav.tab === 'add')
  const next = closeOverForm(nav, records, sync.pendingIds, localDateAt(now, zone))
  if (next !== nav) move(() => next, now)
  const held = useRef<SleepForm>(null)
  const go = useGo(nav, move)
  // The last toast wins: a form that closed by itself says so before «Volver» says what it has left.
  useFormClosed(nav, mayWrite, held, move)
  const { onAdd, onEdit, onResume } = useOpenForm(held, go)
  const leaving = useLeftForms({ nav, drafts, mayWrite, held, move, go, onResume })
  const news = useFormNews(nav, move, go)
  const onPickDay = useCallback((day: LocalDate) => move((from) => pickDay(from, day, today())), [move])
  useKeptPicture(nav.tab === 'diary' && nav.day === null && open.length === 0, zone)
  const press = useTravel({ nav, openedAt, mayWrite, data, held, go })
  const tab = !mayWrite && nav.tab === 'add' ? 'diary' : nav.tab
  // The form is drawn anew where one of these has changed, so each stays the same for as long as it can.
  const form = mayWrite ? { openedAt, held, drafts, onResume, ...leaving, ...news } : null
  return (
    <>
      <NightTheme />
      <TabScreens nav={nav} current={tab} form={form} diary={{ onPickDay, onAdd, onEdit }} />
      <TabBar current={tab} onPress={press} />
    </>
  )
}
