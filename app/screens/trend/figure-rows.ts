import { FIGURES, type FigureName, type Fortnight } from '../../../core/week/fortnight.ts'
import type { SleepTrend } from '../../../core/week/sleep-trend.ts'
import { type DotScale, dotScale } from '../../ui/charts/dot-scale.ts'

/** The least that a drawing spans: two hours, or two of a count. */
const LEAST_SPAN: Readonly<Record<FigureName, number>> = {
  total: 120,
  night: 120,
  stretch: 120,
  wakings: 2,
  bedtime: 120,
  napMin: 120,
  napCount: 2,
}

interface FigureRow {
  name: FigureName
  /** That of all the fortnights, so that they can be compared by eye. */
  scale: DotScale
}

/** The fortnights that stand side by side, oldest first. */
export function fortnightsOf({ first, before, last }: SleepTrend): Fortnight[] {
  return first === null ? [before, last] : [first, before, last]
}

/** Between which times most nights began. It is null for any other figure: only the bedtime has a band. */
export function bandOf({ bedtimeRange }: Fortnight, name: FigureName): Fortnight['bedtimeRange'] {
  return name === 'bedtime' ? bedtimeRange : null
}

/** The figures there is something to say of, each with its scale: without a tapped waking there is no stretch. */
export function figureRows(fortnights: readonly Fortnight[]): FigureRow[] {
  return FIGURES.flatMap((name) => {
    const known = fortnights.flatMap(({ figures }) => figures[name].values.filter((value) => value !== null))
    return known.length === 0 ? [] : { name, scale: dotScale(known, LEAST_SPAN[name]) }
  })
}
