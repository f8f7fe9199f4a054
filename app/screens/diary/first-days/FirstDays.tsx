import { useState } from 'react'
import type { BabyInfo } from '../../../../core/baby/age.ts'
import type { SleepPlan } from '../../../../core/plan/plan.ts'
import type { LocalDate } from '../../../../core/time/time.ts'
import { putOffFirstDays } from '../../../changes/changes.ts'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { firstDays as words } from '../../../words/first-days.es.ts'
import { failures } from '../../../words/screens.es.ts'
import { saveOrSay } from '../../shared/save-or-say.ts'
import styles from './FirstDays.module.css'
import { FirstDaysCard } from './FirstDaysCard.tsx'
import type { FirstDaysPlace } from './first-days-place.ts'

interface FirstDaysProps {
  place: FirstDaysPlace
  baby: BabyInfo
  plan: SleepPlan
  today: LocalDate
  /** It goes away with the button that was pressed: the focus needs another place. */
  onSettled: () => void
}

/** Asks a new family for what the recommended sleep and the next nap rest on; one line of it waits for its moment. */
export function FirstDays({ place, baby, plan, today, onSettled }: FirstDaysProps) {
  // What is opened, or being filled in, stays as the day goes on.
  const [isHeld, setHeld] = useState(false)

  async function putOff() {
    if (!(await saveOrSay(putOffFirstDays(today), failures.change))) return
    setHeld(false)
    onSettled()
  }

  if (isHeld || place === 'open') {
    return (
      <FirstDaysCard
        baby={baby}
        plan={plan}
        today={today}
        isOpened={isHeld}
        onTouched={() => setHeld(true)}
        onPutOff={() => void putOff()}
        onSaved={onSettled}
      />
    )
  }
  if (place !== 'row') return null
  return (
    <button type="button" className={styles.row} onClick={() => setHeld(true)}>
      <span>
        <b>{words.title}</b>
        {words.why}
      </span>
      <Icon name="chevron-right" small />
    </button>
  )
}
