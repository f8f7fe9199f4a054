import type { ReactNode } from 'react'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import type { Compared, PlanComparison } from '../../../core/plan/plan-comparison.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import type { DiaryAverages } from '../../../core/week/sleep-diary.ts'
import { wakeWindowEvidence } from '../../words/plan.es.ts'
import { paper } from '../../words/printed-diary.es.ts'
import { planScreen } from '../../words/screens.es.ts'
import styles from './PlanBeside.module.css'

interface PlanBesideProps {
  plan: SleepPlan
  comparison: PlanComparison
  averages: DiaryAverages | null
}

/** The plan's wake windows and naps beside how they really were. */
export function PlanBeside({ plan, comparison, averages }: PlanBesideProps) {
  const { windows, naps, beforeBedtime } = comparison
  return (
    <section className={styles.plan}>
      <h3>{paper.planTitle}</h3>
      <div className={styles.tables}>
        <PlanTable
          caption={paper.windows}
          rows={[
            ...windows.map((row, index) => ({ ...row, name: paper.beforeNap(index + 1) })),
            { ...beforeBedtime, name: paper.beforeBedtime },
          ]}
        />
        <PlanTable
          caption={paper.napLengths}
          rows={naps.map((row, index) => ({ ...row, name: planScreen.nap(index + 1) }))}
          last={
            <tr>
              <th scope="row">{paper.napsPerDay}</th>
              <td>{plan.naps_count}</td>
              <td>
                <b>{averages ? paper.count(averages.napCount) : paper.nothing}</b>
              </td>
              <td>{averages?.days ?? 0}</td>
            </tr>
          }
        />
      </div>
      <p className={styles.evidence}>{`${paper.windows}, ${wakeWindowEvidence.toLowerCase()}`}</p>
    </section>
  )
}

interface PlanTableProps {
  caption: string
  rows: readonly (Compared & { name: string })[]
  last?: ReactNode
}

function PlanTable({ caption, rows, last }: PlanTableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{caption}</th>
          <th scope="col">{paper.inPlan}</th>
          <th scope="col">{paper.real}</th>
          <th scope="col">{paper.days}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, planned, averageMin, days }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{planned ?? paper.nothing}</td>
            <td>
              <b>{averageMin === null ? paper.nothing : formatDuration(averageMin)}</b>
            </td>
            <td>{days}</td>
          </tr>
        ))}
        {last}
      </tbody>
    </table>
  )
}
