import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { ending } from '../../words/night.es.ts'
import { nextNap } from '../../words/screens.es.ts'
import { warningKey, warningText } from '../shared/warning-text.ts'
import styles from './EndDoubtNotice.module.css'
import type { AskedEnd, SleepEnd } from './use-sleep-end.ts'

interface EndDoubtNoticeProps extends Pick<SleepEnd, 'confirm' | 'leave'> {
  asked: AskedEnd
}

/** What looks odd about an end. It stands where the thumb was, so that a double tap ends nothing. */
export function EndDoubtNotice({ asked, confirm, leave }: EndDoubtNoticeProps) {
  const { record, endTime, doubt } = asked
  const notice = useRef<HTMLElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  /** The focus goes back to the readout whose question this was. */
  function goBack() {
    const readout = notice.current?.parentElement
    flushSync(leave)
    readout?.focus({ preventScroll: true })
  }

  const nightSentence = doubt.night && ending.mayBeNight[doubt.night]
  const action = record.type === 'noche' ? nextNap.endNight : nextNap.endNap
  return (
    <section ref={notice} className={styles.notice} aria-label={ending.check} tabIndex={-1}>
      <div role="status">
        <p className={`${styles.title} num`}>
          <Icon name="circle-alert" small />
          {ending.checkAt(endTime)}
        </p>
        <ul>
          {doubt.warnings.map((warning) => (
            <li key={warningKey(warning)}>{warningText(warning)}</li>
          ))}
          {nightSentence !== null && <li>{nightSentence}</li>}
        </ul>
      </div>
      {doubt.night !== null && (
        <Button variant="strong" onClick={() => confirm('noche')}>
          {ending.isNight}
        </Button>
      )}
      <Button variant={doubt.night === null ? 'strong' : 'quiet'} onClick={() => confirm()}>
        {ending.anyway(action)}
      </Button>
      <Button variant="quiet" onClick={goBack}>
        {ending.back}
      </Button>
    </section>
  )
}
