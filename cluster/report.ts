import { median } from '../bench/statistics.ts'
import { FALL_KINDS, type Fall, type FallKind } from './falls.ts'
import type { Findings } from './load/phones.ts'

const NAMES: Readonly<Record<FallKind, string>> = {
  postgres: 'PostgreSQL primario',
  server: 'un servidor',
  pgbouncer: 'un PgBouncer',
  etcd: 'quien dirige etcd',
}

/** Says a time as in `4,1 s`. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toLocaleString('es-ES', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`
}

/** Says what was found out, a line each. */
export function linesOf({ acknowledged, lost, doubled, signedOut, faults }: Findings): string[] {
  const inSpanish = acknowledged.toLocaleString('es-ES', { useGrouping: 'always' })
  return [
    `${inSpanish} guardados confirmados: ${lost.length} perdidos, ${doubled.length} repetidos`,
    `sesiones cerradas sin querer: ${signedOut.length}`,
    `respuestas que no tocan: ${faults.length}`,
  ]
}

/** Says for each kind of fall how long things were away: the median, and the worst in brackets. */
export function tableOf(falls: readonly Fall[]): string[] {
  return FALL_KINDS.flatMap((kind) => {
    const ofKind = falls.filter((fall) => fall.kind === kind)
    if (ofKind.length === 0) return []
    const column = (name: string, pick: (fall: Fall) => number) => {
      const times = ofKind.map(pick)
      return `${name} ${seconds(median(times))} (${seconds(Math.max(...times))})`
    }
    const columns = [
      column('lecturas', ({ waits }) => waits.read),
      column('guardados', ({ waits }) => waits.save),
      column('avisos', ({ waits }) => waits.hear),
    ]
    return [`${NAMES[kind].padEnd(20)} ${String(ofKind.length).padStart(3)} veces  ${columns.join('  ')}`]
  })
}
