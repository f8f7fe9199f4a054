import { useMemo } from 'react'
import { type HabitBesidePlan, habitsBesidePlan } from '../../../core/habit/plan-habit.ts'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import type { LocalDate } from '../../../core/time/time.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { habit as words } from '../../words/habit.es.ts'
import styles from './HabitSection.module.css'

interface HabitSectionProps {
  /** As it is stored. */
  plan: SleepPlan
  today: LocalDate
  /** Puts them into the form. */
  onTake: (habits: readonly HabitBesidePlan[]) => void
}

/** Where the baby has kept other wake windows than the plan's for a week; nothing while it hasn't. */
export function HabitSection({ plan, today, onTake }: HabitSectionProps) {
  const { records, zone, baby } = useBabyData()
  const zoneSince = baby?.time_zone_since ?? null
  const habits = useMemo(
    () => habitsBesidePlan(records, plan, { today, zone, zoneSince }),
    [records, plan, today, zone, zoneSince],
  )
  if (habits.length === 0) return null

  function take() {
    onTake(habits)
    showToast({ title: words.taken, detail: words.takenDetail })
  }

  return (
    <Section title={words.title}>
      <ul className={`${styles.habits} num`}>
        {habits.map((habit) => (
          <li key={habit.napsTaken}>{sentence(habit)}</li>
        ))}
      </ul>
      <Button variant="quiet" onClick={take}>
        {words.take}
      </Button>
    </Section>
  )
}

function sentence({ napsTaken, isBeforeBedtime, usualMin, planned }: HabitBesidePlan): string {
  const usual = formatDuration(usualMin)
  return isBeforeBedtime
    ? words.beforeBedtime(usual, planned)
    : words.beforeNap(napsTaken + 1, usual, planned)
}
