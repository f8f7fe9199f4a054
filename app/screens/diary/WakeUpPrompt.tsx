import { type FormEvent, useState } from 'react'
import type { LocalDate, LocalTime } from '../../../core/sleep-record.ts'
import { localTimeAt } from '../../../core/time.ts'
import { common, diary } from '../../copy.es.ts'
import { Button } from '../../ui/Button.tsx'
import { RecordMark } from '../../ui/RecordMark.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import { useUnsavedInput } from '../../unsaved-input.ts'
import { saveWakeUp } from './diary-actions.ts'
import styles from './WakeUpPrompt.module.css'

interface WakeUpPromptProps {
  today: LocalDate
  /** Epoch milliseconds. */
  now: number
  /** When the night ended, if that is known. */
  guess: LocalTime | null
  /** face: the question of the screen · below: under the night that still runs. */
  place: 'face' | 'below'
  onSaved: () => void
}

/** What an empty day asks first: its wake-up. */
export function WakeUpPrompt({ today, now, guess, place, onSaved }: WakeUpPromptProps) {
  const [typed, setTyped] = useState<LocalTime | null>(null)
  const [saving, setSaving] = useState(false)
  useUnsavedInput(typed !== null)
  const time = typed ?? guess ?? ''

  async function save() {
    if (saving) return
    setSaving(true)
    if (await saveWakeUp(today, time)) onSaved()
    setSaving(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void save()
  }

  return (
    <form className={styles[place]} noValidate onSubmit={submit}>
      <div className={styles.question}>
        <RecordMark type="despertar" />
        <h2>{diary.wakeUpQuestion}</h2>
      </div>
      <TimeField
        label={diary.wakeUpQuestion}
        hideLabel
        size="large"
        value={time}
        onChange={setTyped}
        onNow={() => setTyped(localTimeAt(now))}
      />
      <Button type="submit" variant={place === 'face' ? 'primary' : 'quiet'}>
        {common.save}
      </Button>
    </form>
  )
}
