import { useEffect, useRef } from 'react'
import type { RecordWarning } from '../../../core/records/record-warnings.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { sleepForm } from '../../words/screens.es.ts'
import { warningKey, warningText } from '../shared/warning-text.ts'
import styles from './SleepForm.module.css'

/** What looks odd about the sleep. It stands where the thumb was, so that a double tap saves nothing. */
export function WarningNotice({ warnings }: { warnings: readonly RecordWarning[] }) {
  const notice = useRef<HTMLDivElement>(null)
  const shown = warnings.length > 0
  useEffect(() => {
    if (shown) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <div ref={notice} role="status" className={shown ? styles.warnings : undefined}>
      {shown && (
        <>
          <p>
            <Icon name="circle-alert" small />
            {sleepForm.checkBeforeSaving}
          </p>
          <ul>
            {warnings.map((warning) => (
              <li key={warningKey(warning)}>{warningText(warning)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
