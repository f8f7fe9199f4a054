import { memo, useDeferredValue } from 'react'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { localDateAt, periodLabel } from '../../../core/time/time.ts'
import { sleepTrend, type SleepTrend as Trend, trendChange } from '../../../core/week/sleep-trend.ts'
import type { Missing } from '../../local/baby-data.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { trend as words } from '../../words/trend.es.ts'
import { MonthAtAGlance } from './MonthAtAGlance.tsx'
import styles from './SleepTrend.module.css'
import { TrendSentences } from './TrendSentences.tsx'
import { TrendTable } from './TrendTable.tsx'

interface SleepTrendProps {
  /** The log, newest first. */
  records: readonly SleepRecord[]
  /** Why some of it isn't here: of a part the first days would be wrong ones. */
  missing: Missing | null
  runningId: string | null
  /** Epoch milliseconds. */
  now: number
}

/**
 * «¿Va a mejor?»: the last 14 days, whichever week is looked at. It is worked out a moment after the chart is drawn,
 * and stands last on the screen, so that it moves nothing.
 */
export function SleepTrend(props: SleepTrendProps) {
  const late = useDeferredValue<SleepTrendProps | null>(props, null)
  return (
    <div className={styles.place}>
      <Section title={words.title}>{late !== null && <Answer {...late} />}</Section>
    </div>
  )
}

const Answer = memo(function Answer({ records, missing, runningId, now }: SleepTrendProps) {
  const zone = useTimeZone()
  if (missing !== null) return <p className="hint">{words.notCompared[missing]}</p>
  const trend = sleepTrend(records, localDateAt(now, zone), now, zone)
  return (
    <div className={styles.columns}>
      <div>
        {trend.isFew ? (
          <p className={styles.answer}>{words.few(trend.last.figures.total.known)}</p>
        ) : (
          <Compared trend={trend} />
        )}
      </div>
      <MonthAtAGlance days={[...trend.before.days, ...trend.last.days]} runningId={runningId} />
    </div>
  )
})

function Compared({ trend }: { trend: Trend }) {
  const { first, last } = trend
  return (
    <>
      <div className={styles.answer}>
        <Changes trend={trend} against="before" />
        {first !== null && <Changes trend={trend} against="first" />}
      </div>
      <TrendTable trend={trend} />
      <p className={styles.hint}>{words.reading}</p>
      <p className={styles.hint}>
        {first === null ? words.firstLater : words.firstWere(periodLabel(first.from, first.to))}
      </p>
      {last.figures.stretch.known === 0 && <p className={styles.hint}>{words.noStretch}</p>}
    </>
  )
}

/** In words what is noticeably different. There is no grade. */
function Changes({ trend, against }: { trend: Trend; against: 'before' | 'first' }) {
  const earlier = trend[against]
  if (earlier === null) return null
  const { known, usual } = earlier.figures.total
  if (usual === null) return <p className="hint">{words.fewOf(against, known)}</p>
  return (
    <>
      <h3>{against === 'before' ? words.thanBefore : words.thanFirst}</h3>
      <TrendSentences change={trendChange(trend.last, earlier)} />
    </>
  )
}
