import { useEffect, useRef } from 'react'
import type { RecordWarning } from '../../../core/record-warnings.ts'
import { startTimeOf } from '../../../core/sleep-record.ts'
import { recordTypes, sleepForm, warnings as words } from '../../copy.es.ts'
import { Icon } from '../../ui/Icon.tsx'
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
              <li key={warning.kind === 'overlap' ? warning.other.id : warning.kind}>{textOf(warning)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function textOf(warning: RecordWarning): string {
  switch (warning.kind) {
    case 'overlap': {
      const { other } = warning
      const range = [startTimeOf(other), other.end_time].filter(Boolean).join(' – ')
      return words.overlap(recordTypes[other.type].toLowerCase(), range)
    }
    case 'long-nap':
      return words.longNap
    case 'short-night':
      return words.shortNight
    case 'future':
      return words.future
  }
}
