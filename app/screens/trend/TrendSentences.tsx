import type { TrendChange } from '../../../core/week/sleep-trend.ts'
import { trendSentences, trend as words } from '../../words/trend.es.ts'

/** What is noticeably different, a sentence each. There is no grade. */
export function TrendSentences({ change }: { change: TrendChange }) {
  const sentences = trendSentences(change)
  if (sentences.length === 0) return <p>{words.nearlyEqual}</p>
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
