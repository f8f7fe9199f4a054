import type { RecordType } from '../../core/records/sleep-record.ts'

/** What another phone did to a record that was changed on this one. */
export const partner = {
  /** The record was deleted and brought back by another phone before this phone's change arrived. */
  cameBack: (type: RecordType, day: string, time: string | null) => {
    const what = { siesta: 'La siesta', noche: 'La noche', despertar: 'El despertar' }[type]
    return `${what} que cambiaste (${[day, time].filter(Boolean).join(', ')}) se borró y ha vuelto sin tu cambio.`
  },
  changeRecovered: 'Cambio recuperado',
  changeRecoveredDetail: 'El registro ya había vuelto: ahora dice también lo tuyo.',
  wasBack: 'Ya estaba en el diario',
  wasBackDetail: 'Se recuperó antes en otro móvil: no se ha repetido.',
} as const

/** A record that was changed on this phone and deleted on another. */
export const lostRecord = {
  text: (type: RecordType, day: string, time: string | null) => {
    const what = { siesta: 'La siesta', noche: 'La noche', despertar: 'El despertar' }[type]
    return `${what} que cambiaste (${[day, time].filter(Boolean).join(', ')}) se borró en otro móvil.`
  },
  recover: 'Recuperar',
  dismiss: 'Vale',
  recovered: 'Registro recuperado',
  recoveredDetail: 'Vuelve a estar en el diario, tal como lo dejaste.',
} as const

/** One sleep that both carers logged. */
export const twins = {
  label: 'Registro repetido',
  question: (type: RecordType) =>
    type === 'noche' ? '¿La misma noche, anotada dos veces?' : '¿La misma siesta, anotada dos veces?',
  pair: (ranges: readonly string[]) => ranges.join(' y '),
  apart: 'Son dos',
  merge: 'Unir en una',
  merged: 'Registros unidos',
  mergedDetail: (type: string, range: string, duration: string) =>
    `Ahora es una sola ${type}: ${range}${duration === '' ? '' : ` (${duration})`}.`,
} as const

/** Said to somebody who may only look at the diary: that it is so, and that it is so from now on. */
export const onlyLooks = {
  here: 'Solo miras este diario.',
  turned: 'Ahora solo puedes mirar',
  /** @param sleep with its times, which a form held. */
  turnedDetail: (sleep: string) => `Sin guardar: ${sleep}. Te espera en «+», por si vuelves a anotar.`,
} as const

/** Who logged a record, where several do. */
export function loggedBy({ isMe, name }: { isMe: boolean; name: string | null }): string {
  return `Anotado por ${isMe ? 'ti' : (name ?? 'la familia')}`
}
