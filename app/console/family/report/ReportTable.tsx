import type { FigureName, Fortnight } from '../../../../core/week/fortnight.ts'
import type { ComparedReport } from '../../../../core/week/support-report.ts'
import { FortnightHeading } from '../../../screens/trend/FortnightHeading.tsx'
import { bandOf, figureRows } from '../../../screens/trend/figure-rows.ts'
import { DotRun } from '../../../ui/charts/DotRun.tsx'
import type { DotScale } from '../../../ui/charts/dot-scale.ts'
import { report as words } from '../../../words/console/family.es.ts'
import { trend } from '../../../words/trend.es.ts'
import styles from './Report.module.css'

/** A row for each figure: how it was, how it is, and by how much that differs. On the screen and on paper. */
export function ReportTable({ compared: { against, earlier, last, change } }: { compared: ComparedReport }) {
  return (
    <table className={styles.table}>
      <caption className="sr">{words.table}</caption>
      <thead>
        <tr>
          <th scope="col">{words.figure}</th>
          <FortnightHeading name={words.earlier[against]} of={earlier} />
          <FortnightHeading name={words.last} of={last} />
          <th scope="col">{words.difference}</th>
        </tr>
      </thead>
      <tbody>
        {figureRows([earlier, last]).map(({ name, scale }) => {
          const by = change.by[name]
          return (
            <tr key={name}>
              <th scope="row">{trend.figures[name].name}</th>
              <Cell name={name} of={earlier} scale={scale} />
              <Cell name={name} of={last} scale={scale} />
              <td className="num">{by === null ? words.unknown : trend.figures[name].changed(by)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Cell({ name, of, scale }: { name: FigureName; of: Fortnight; scale: DotScale }) {
  const { values, known, usual } = of.figures[name]
  const band = bandOf(of, name)
  return (
    <td>
      <b className="num">{usual === null ? words.unknown : trend.figures[name].written(usual)}</b>
      {usual === null && <small className="num">{trend.tooFew(known)}</small>}
      {band && <small className="num">{trend.between(band.from, band.to)}</small>}
      <DotRun values={values} usual={usual} band={band} scale={scale} />
    </td>
  )
}
