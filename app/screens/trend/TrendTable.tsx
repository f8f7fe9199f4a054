import type { FigureName, Fortnight } from '../../../core/week/fortnight.ts'
import { type SleepTrend, trendChange } from '../../../core/week/sleep-trend.ts'
import { DotRun } from '../../ui/charts/DotRun.tsx'
import type { DotScale } from '../../ui/charts/dot-scale.ts'
import { trend as words } from '../../words/trend.es.ts'
import { FortnightHeading } from './FortnightHeading.tsx'
import { bandOf, figureRows, fortnightsOf } from './figure-rows.ts'
import styles from './TrendTable.module.css'

/** A line of words and a line of drawings for each figure; a column for each fortnight, the latest last. */
export function TrendTable({ trend }: { trend: SleepTrend }) {
  const fortnights = fortnightsOf(trend)
  const { by } = trendChange(trend.last, trend.before)
  return (
    <table className={styles.table}>
      <caption className="sr">{words.table}</caption>
      <thead>
        <tr>
          {trend.first && <FortnightHeading name={words.first} of={trend.first} />}
          <FortnightHeading name={words.before} of={trend.before} />
          <FortnightHeading name={words.last} of={trend.last} />
        </tr>
      </thead>
      {figureRows(fortnights).map(({ name, scale }) => {
        const figure = words.figures[name]
        return (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={fortnights.length}>
                {figure.name}
                {by[name] !== null && <small>{words.changedBefore(figure.changed(by[name]))}</small>}
              </th>
            </tr>
            <tr>
              {fortnights.map((fortnight) => (
                <Cell key={fortnight.from} name={name} fortnight={fortnight} scale={scale} />
              ))}
            </tr>
          </tbody>
        )
      })}
    </table>
  )
}

interface CellProps {
  name: FigureName
  fortnight: Fortnight
  scale: DotScale
}

function Cell({ name, fortnight, scale }: CellProps) {
  const { values, known, usual } = fortnight.figures[name]
  const range = bandOf(fortnight, name)
  return (
    <td>
      <b className="num">{usual === null ? words.none : words.figures[name].written(usual)}</b>
      <small className="num">
        {usual === null && words.tooFew(known)}
        {range && words.between(range.from, range.to)}
      </small>
      <DotRun values={values} usual={usual} band={range} scale={scale} />
    </td>
  )
}
