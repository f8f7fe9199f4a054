import type { ComparedReport } from '../../../../core/week/support-report.ts'
import { TrendSentences } from '../../../screens/trend/TrendSentences.tsx'
import { report as words } from '../../../words/console/family.es.ts'
import styles from './Report.module.css'

/** What is noticeably different at the end of the support. */
export function InWords({ compared: { against, change } }: { compared: ComparedReport }) {
  return (
    <div className={styles.words}>
      <h3>{words.than[against]}</h3>
      <TrendSentences change={change} />
    </div>
  )
}
