import type { LiteratureSleep, SleepSpan } from '../../core/baby/literature.ts'

// The words of the published ranges that stand beside the recommended one (docs/evidence.md). They judge nothing.

const names: Readonly<Record<LiteratureSleep['source'], string>> = {
  who: 'OMS\u00a02019',
  aasm: 'AASM\u00a02016',
}

/** Whole hours, as they are published: '12 – 16 h'. */
const hours = ({ minMin, maxMin }: SleepSpan) => `${minMin / 60}\u00a0–\u00a0${maxMin / 60}\u00a0h`

export const literature = {
  /** Who published the second range, and when. */
  name: ({ source }: LiteratureSleep) => names[source],
  range: ({ source, recommended }: LiteratureSleep) => `${names[source]}: ${hours(recommended)}`,
  mayBeAppropriate: ({ mayBeAppropriate }: LiteratureSleep) =>
    `«Puede ser adecuado» (NSF\u00a02015): ${hours(mayBeAppropriate)}`,
  differ: 'Cada niño es distinto: los rangos orientan.',
  /** The drawing of the week in words. */
  gauge: ({ source }: LiteratureSleep) =>
    `Los días de la semana frente al rango recomendado y al de ${names[source]}`,
} as const
