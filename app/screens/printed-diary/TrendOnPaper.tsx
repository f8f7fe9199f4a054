import { longDate } from '../../../core/time/time.ts'
import { type SleepTrend, trendChange } from '../../../core/week/sleep-trend.ts'
import { DotRun } from '../../ui/charts/DotRun.tsx'
import { trendSentences, trend as words } from '../../words/trend.es.ts'
import { bandOf, figureRows, fortnightsOf } from '../trend/figure-rows.ts'
import styles from './TrendOnPaper.module.css'

/** «¿Va a mejor?» in few lines: a line for each fortnight, a column for each figure. */
export function TrendOnPaper({ trend }: { trend: SleepTrend }) {
  const { first, last } = trend
  const fortnights = fortnightsOf(trend)
  const rows = figureRows(fortnights)
  const names = [...(first === null ? [] : [words.first]), words.before, words.last]
  return (
    <section className={styles.trend}>
      <h3>{words.title}</h3>
      <table className={styles.table}>
        <caption className="sr">{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">{words.until(longDate(last.to))}</th>
            {rows.map(({ name }) => (
              <th key={name} scope="col">
                {words.figures[name].short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fortnights.map((fortnight, index) => (
            <tr key={fortnight.from}>
              <th scope="row">
                {names[index]} <small>{words.days(fortnight.figures.total.known)}</small>
              </th>
              {rows.map(({ name, scale }) => {
                const { values, known, usual } = fortnight.figures[name]
                const band = bandOf(fortnight, name)
                return (
                  <td key={name}>
                    {usual === null ? words.tooFew(known) : <b>{words.figures[name].written(usual)}</b>}
                    {band && <small> {words.between(band.from, band.to)}</small>}
                    <DotRun values={values} usual={usual} band={band} scale={scale} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <InWords trend={trend} against="before" />
      {first !== null && <InWords trend={trend} against="first" />}
    </section>
  )
}

function InWords({ trend, against }: { trend: SleepTrend; against: 'before' | 'first' }) {
  const earlier = trend[against]
  if (earlier === null) return null
  const { known, usual } = earlier.figures.total
  if (usual === null) return <p>{words.fewOf(against, known)}</p>
  const sentences = trendSentences(trendChange(trend.last, earlier))
  return (
    <p>
      {against === 'before' ? words.thanBefore : words.thanFirst}:{' '}
      {sentences.length === 0 ? words.nearlyEqual : sentences.join(' ')}
    </p>
  )
}
