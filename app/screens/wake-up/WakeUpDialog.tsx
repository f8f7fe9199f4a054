import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { startTimeOf } from '../../../core/records/sleep-record.ts'
import { type LocalDate, type LocalTime, localTimeAt } from '../../../core/time/time.ts'
import { clock } from '../../device/clock.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { common } from '../../words/entrance.es.ts'
import { formWords } from '../../words/form.es.ts'
import { diary } from '../../words/screens.es.ts'
import { changeWakeUp } from '../diary/diary-actions.ts'
import { TimeAhead } from './TimeAhead.tsx'
import styles from './WakeUpDialog.module.css'

interface WakeUpDialogProps {
  /** The wake-up to be changed; null: closed. */
  record: SleepRecord | null
  /** Closes the sheet of that wake-up, if it is still the one that is open. */
  onClose: (changed: SleepRecord) => void
  /** It is another day's now. */
  onMoved: () => void
}

/** Changes when the day began: its time and its day. */
export function WakeUpDialog({ record, ...props }: WakeUpDialogProps) {
  return (
    <Dialog
      open={record !== null}
      title={formWords.wakeUpTitle}
      onClose={() => record && props.onClose(record)}
    >
      {record && <WakeUpFields key={record.id} record={record} {...props} />}
    </Dialog>
  )
}

interface WakeUpFieldsProps extends WakeUpDialogProps {
  record: SleepRecord
}

function WakeUpFields({ record, onClose, onMoved }: WakeUpFieldsProps) {
  const zone = useTimeZone()
  const [date, setDate] = useState<LocalDate>(record.date)
  const [time, setTime] = useState<LocalTime>(startTimeOf(record) ?? '')

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const sheet = event.currentTarget
    // It may have been left meanwhile, and opened anew.
    if (!(await changeWakeUp(record, date, time)) || !sheet.isConnected) return
    // Closing gives the focus back to the card, which is gone with its day.
    flushSync(() => onClose(record))
    if (date !== record.date) onMoved()
  }

  return (
    <form className={styles.fields} noValidate onSubmit={(event) => void save(event)}>
      <TimeField
        label={formWords.wakeUpTime}
        value={time}
        onChange={setTime}
        onNow={() => setTime(localTimeAt(clock.now(), zone))}
      />
      <DateField label={diary.date} variant="wide" value={date} onChange={setDate} />
      <TimeAhead date={date} time={time} />
      <DialogActions onCancel={() => onClose(record)}>
        <Button type="submit" variant="primary">
          {common.save}
        </Button>
      </DialogActions>
    </form>
  )
}
