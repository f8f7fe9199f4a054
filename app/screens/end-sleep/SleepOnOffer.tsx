import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { SmallButton } from '../../ui/buttons/Button.tsx'
import { sleepOn as words } from '../../words/night.es.ts'
import { recordTypes } from '../../words/screens.es.ts'
import styles from './SleepOnOffer.module.css'

interface SleepOnOfferProps {
  record: SleepRecord
  /** Its card, with the same offer, is on the screen as well: two buttons never have the same words. */
  hasCard: boolean
  onSleepOn: () => void
}

/** On the head for half an hour: the sleep that just ended, and its way back for a mistake. */
export function SleepOnOffer({ record, hasCard, onSleepOn }: SleepOnOfferProps) {
  return (
    <div className={styles.offer} data-of-now>
      <p className="num">{words.ended(recordTypes[record.type], record.end_time ?? '')}</p>
      <SmallButton onClick={onSleepOn}>{hasCard ? words.question : words.action}</SmallButton>
    </div>
  )
}
