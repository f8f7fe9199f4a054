import { theHour } from './screens.es.ts'

/** What the baby's own days say, beside the plan. */
export const habit = {
  /**
   * `name` is null while the baby has none, and `from` once the range has begun. `from` and `to` may be the same time.
   */
  usual: (name: string | null, from: string | null, to: string, days: number) => {
    const subject = name === null ? 'Suele ser' : `Con ${name} suele ser`
    const range = from === null ? `antes de ${theHour(to)}` : `entre ${from} y ${to}`
    return `${subject} ${from === to ? `sobre ${theHour(to)}` : range}\u00a0· ${days}\u00a0días`
  },
  over: (name: string | null, days: number) =>
    `A esta hora ${name ?? ''} ya suele dormir\u00a0· ${days}\u00a0días`.replace('  ', ' '),
  title: 'Su ritmo de estos días',
  beforeNap: (napNumber: number, usual: string, planned: string) =>
    `Antes de la siesta ${napNumber} aguanta alrededor de ${usual}; el plan dice ${planned}.`,
  beforeBedtime: (usual: string, planned: string) =>
    `Antes de la noche aguanta alrededor de ${usual}; el plan dice ${planned}.`,
  take: 'Llevarlo al plan',
  taken: 'Su ritmo está en el plan',
  takenDetail: 'Guarda los cambios para que cuente.',
} as const
