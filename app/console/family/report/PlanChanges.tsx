import { useRef } from 'react'
import type { PlanPeriod } from '../../../../core/plan/plan-history.ts'
import type { LocalDate } from '../../../../core/time/time.ts'
import type { SupportDays } from '../../../../core/week/support-report.ts'
import { planChangeText, planHistoryWords, report as words } from '../../../words/console/family.es.ts'
import type { PlanHistory } from '../../plans/use-plan-history.ts'
import { PlansUnheard } from '../plan/PlansUnheard.tsx'
import styles from './Report.module.css'

interface PlanChangesProps extends SupportDays {
  history: PlanHistory
  /** Asks for them once more; paper has no buttons. */
  again?: () => Promise<boolean>
  /** Of so many changes at most it says what they are: paper has an end. */
  most?: number
}

/** What was changed of the plan during the support, the earliest first. */
export function PlanChanges({ history, again, most = Number.POSITIVE_INFINITY, ...days }: PlanChangesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles.plan}>
      <h3 ref={heading} tabIndex={-1}>
        {words.planTitle}
      </h3>
      {history === 'reading' && <p>{planHistoryWords.reading}</p>}
      {history === 'unheard' && (
        <p>
          {again ? (
            <PlansUnheard text={words.planUnheard} again={again} heading={heading} />
          ) : (
            words.planUnheard
          )}
        </p>
      )}
      {typeof history !== 'string' && <Changes all={changesWithin(history, days)} most={most} />}
    </section>
  )
}

/** What a plan that is in force from a day on has changed. */
interface DayChanges {
  from: LocalDate
  texts: string[]
}

function Changes({ all, most }: { all: readonly DayChanges[]; most: number }) {
  if (all.length === 0) return <p>{words.planNone}</p>
  const left = countOf(all) - most
  return (
    <>
      <dl>
        {firstOf(all, most).map(({ from, texts }) => (
          <div key={from}>
            <dt>{words.onDay(from)}</dt>
            {texts.map((text) => (
              <dd key={text} className="num">
                {text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {left > 0 && <p>{words.planMore(left)}</p>}
    </>
  )
}

function changesWithin(history: readonly PlanPeriod[], { startsOn, endsOn }: SupportDays): DayChanges[] {
  return history
    .flatMap(({ from, changes }) =>
      from !== null && from >= startsOn && from <= endsOn
        ? [{ from, texts: changes.map(planChangeText) }]
        : [],
    )
    .reverse()
}

function countOf(all: readonly DayChanges[]): number {
  return all.reduce((count, { texts }) => count + texts.length, 0)
}

function firstOf(all: readonly DayChanges[], most: number): DayChanges[] {
  return all
    .map(({ from, texts }, index) => ({
      from,
      texts: texts.slice(0, Math.max(0, most - countOf(all.slice(0, index)))),
    }))
    .filter(({ texts }) => texts.length > 0)
}
