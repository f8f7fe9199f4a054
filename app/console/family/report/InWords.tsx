import type { ComparedReport } from '../../../../core/week/support-report.ts'
import { report as words } from '../../../words/console/family.es.ts'
import { trendSentences } from '../../../words/trend.es.ts'
import styles from './Report.module.css'

/** What is noticeably different at the end of the support, a sentence each. There is no grade. */
export function InWords({ compared: { against, change } }: { compared: ComparedReport }) {
  const sentences = trendSentences(change)
  return (
    <div className={styles.words}>
      <h3>{words.than[against]}</h3>
      {sentences.length === 0 ? (
        <p>{words.nearlyEqual}</p>
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
