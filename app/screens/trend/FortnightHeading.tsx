import type { Fortnight } from '../../../core/week/fortnight.ts'
import { trend as words } from '../../words/trend.es.ts'

/** A column's head: how many days of the fortnight are known stands below its name. */
export function FortnightHeading({ name, of }: { name: string; of: Fortnight }) {
  return (
    <th scope="col">
      {name}
      <small>{words.days(of.figures.total.known)}</small>
    </th>
  )
}
