import { useState } from 'react'
import { localDateAt } from '../../../core/time/time.ts'
import { useNow } from '../../device/use-now.ts'
import { useSupport } from '../../family/use-support.ts'
import { useTimeZone } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { hoursText, windowText, supportWindow as words } from '../../words/carers/support.es.ts'
import { QuestionsDialog } from './QuestionsDialog.tsx'
import styles from './Support.module.css'

/** From when to when a professional looks after the family, and the way to ask: while one is in. */
export function SupportWindow() {
  const support = useSupport()
  const today = localDateAt(useNow(), useTimeZone())
  const [isOpen, setOpen] = useState(false)
  if (support?.isConsulted !== true) return null
  const { support: window, replies, questions } = support
  return (
    <div className={styles.card}>
      <h3>{words.title}</h3>
      {window && (
        <>
          <p>{windowText(window.starts_on, window.ends_on, today)}</p>
          {window.hours !== '' && <p>{hoursText(window.hours)}</p>}
        </>
      )}
      <Button variant="quiet" icon="message-circle" onClick={() => setOpen(true)}>
        {questions.length === 0 ? words.ask : words.questions}
      </Button>
      {replies.length > 0 && <p className="hint">{words.newReplies(replies.length)}</p>}
      <QuestionsDialog open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
