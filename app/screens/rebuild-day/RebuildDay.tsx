import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { type DrawnDay, drawnAgain, drawnSince, EMPTY_DAY } from '../../../core/rebuild/rebuild-day.ts'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import { useBabyData, useTimeZone } from '../../local/use-baby-data.ts'
import { useUnsavedInput } from '../../navigation/unsaved-input.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { rebuildDay as words } from '../../words/rebuild-day.es.ts'
import { useLatePart } from '../shared/use-late-part.ts'
import styles from './RebuildDay.module.css'
import { saveDrawnDay } from './save-drawn-day.ts'

const fetchSheet = async () => (await import('./RebuildDaySheet.tsx')).RebuildDaySheet

interface RebuildDayProps {
  date: LocalDate
  today: LocalDate
  /** Epoch milliseconds. */
  now: number
  /** Those of the days around, newest first. */
  records: readonly SleepRecord[]
  /** How the way is shown; what was drawn and waits is always within reach. */
  offer: 'prominent' | 'quiet' | 'none'
  onSaved: () => void
}

/** The way to drawing a whole day. What was drawn of any day waits here, as long as the page lives, for its saving. */
export function RebuildDay({ date, today, now, records, offer, onSaved }: RebuildDayProps) {
  const zone = useTimeZone()
  const plan = useBabyData().plan ?? DEFAULT_PLAN
  const [drawnDays, setDrawnDays] = useState<ReadonlyMap<LocalDate, DrawnDay>>(new Map())
  const drawnByNow = useRef(drawnDays)
  useLayoutEffect(() => {
    drawnByNow.current = drawnDays
  })
  const isSaving = useRef(false)
  const { Part, open, close } = useLatePart(fetchSheet, () =>
    showToast({ title: common.error, detail: words.notOpened, tone: 'failure' }),
  )
  // Its day stays while the sheet is open, though midnight brings the next one behind it.
  const [sheetDate, setSheetDate] = useState(date)
  const day = drawnDays.get(sheetDate) ?? EMPTY_DAY
  const count = countOf(drawnDays.get(date) ?? EMPTY_DAY)
  useUnsavedInput([...drawnDays.values()].some((drawn) => countOf(drawn) > 0))
  const isPast = date < today
  useEffect(() => {
    // There may be no network later. Whether it came is asked when it is needed.
    if (isPast) void Promise.allSettled([fetchSheet()])
  }, [isPast])

  function openSheet() {
    setSheetDate(date)
    open()
  }

  const change = (next: (drawn: DrawnDay) => DrawnDay) =>
    setDrawnDays((days) => new Map(days).set(sheetDate, next(days.get(sheetDate) ?? EMPTY_DAY)))

  async function save() {
    if (isSaving.current) return
    isSaving.current = true
    await saveDrawnDay(
      sheetDate,
      today,
      day,
      {
        drawnByNow: () => drawnByNow.current.get(sheetDate) ?? EMPTY_DAY,
        onStored: () => {
          // Closing gives the focus back to the button; what follows moves it on.
          flushSync(() => {
            change((drawn) => drawnSince(day, drawn))
            close()
          })
          onSaved()
        },
        onUndone: (stored) => change((drawn) => drawnAgain(stored, drawn)),
      },
      zone,
    )
    isSaving.current = false
  }

  return (
    <>
      {(offer === 'prominent' || count > 0) && (
        <div className={styles.prominent}>
          <Button variant={count > 0 ? 'primary' : 'quiet'} icon="notebook-pen" onClick={openSheet}>
            {count > 0 ? words.goOn(count) : words.open}
          </Button>
        </div>
      )}
      {offer === 'quiet' && count === 0 && (
        <button type="button" className={styles.quiet} onClick={openSheet}>
          <Icon name="notebook-pen" small />
          {words.open}
        </button>
      )}
      {Part && (
        <Part
          date={sheetDate}
          today={today}
          now={now}
          records={records}
          naps={plan.naps.slice(0, plan.naps_count)}
          day={day}
          onChange={(drawn) => change(() => drawn)}
          onSave={() => void save()}
          onClose={close}
        />
      )}
    </>
  )
}

function countOf({ sleeps, wakeUp }: DrawnDay): number {
  return sleeps.length + (wakeUp === null ? 0 : 1)
}
