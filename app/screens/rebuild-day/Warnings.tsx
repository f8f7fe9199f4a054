import type { RecordWarning } from '../../../core/records/record-warnings.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { warningKey, warningText } from '../shared/warning-text.ts'
import styles from './EntryList.module.css'

/** What looks odd. It is said, and nothing is held up. */
export function Warnings({ warnings }: { warnings: readonly RecordWarning[] }) {
  return (
    <div role="status" className={styles.warnings}>
      {warnings.map((warning) => (
        <div key={warningKey(warning)}>
          <Icon name="circle-alert" small />
          {warningText(warning)}
        </div>
      ))}
    </div>
  )
}
