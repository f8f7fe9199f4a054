import type { ReactNode } from 'react'
import { localTimeAt } from '../../../core/time.ts'
import { recordTypes, sleepForm } from '../../copy.es.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Face } from '../../ui/Face.tsx'
import { Measure } from '../../ui/Measure.tsx'
import { SleepTimeline } from '../../ui/SleepTimeline.tsx'
import styles from './FormFace.module.css'
import { minutesOf, type SleepForm, tapeOf } from './sleep-form-state.ts'

interface FormFaceProps {
  topBar: ReactNode
  form: SleepForm
  editing: boolean
  now: number
  onBack: () => void
}

/** Title, the duration so far, and where the sleep lies on its day. */
export function FormFace({ topBar, form, editing, now, onBack }: FormFaceProps) {
  const minutes = minutesOf(form, now)
  const { bars, nowAt } = tapeOf(form, now)
  // An unconfirmed start is only a proposal: its minutes are not a number yet.
  const settled = minutes !== null && (form.end !== '' || form.running)
  return (
    <Face>
      {topBar}
      <div className={styles.title}>
        <IconButton icon="arrow-left" label={sleepForm.back} onClick={onBack} />
        <h1>{editing ? sleepForm.editTitle : sleepForm.addTitle}</h1>
      </div>
      <div className={styles.readout}>
        <p>{editing ? sleepForm.editing : sleepForm.newRecord}</p>
        <Measure minutes={minutes ?? 0} size="readout" dim={!settled} />
      </div>
      <SleepTimeline
        label={tapeLabel(form)}
        bars={bars}
        now={nowAt === null ? null : { at: nowAt, time: localTimeAt(now) }}
        size="mini"
      />
    </Face>
  )
}

function tapeLabel(form: SleepForm): string {
  if (form.start === '') return sleepForm.noTimes
  const type = recordTypes[form.type]
  return form.end === '' ? sleepForm.tapeSince(type, form.start) : sleepForm.tape(type, form.start, form.end)
}
