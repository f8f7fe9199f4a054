import type { Verdict } from '../judge/verdict.ts'
import type { FateCounts } from '../phone/phone-line.ts'
import type { Fleet } from './fleet.ts'
import { hasPassed, type Result } from './result.ts'

const FINDINGS: Readonly<Record<keyof Verdict, string>> = {
  lost: 'perdido',
  doubled: 'duplicado',
  outOfOrder: 'fuera de orden',
  differing: 'distinto',
  broken: 'promesas rotas',
  seen: 'visto tras el fin',
}

export function progressLine(result: Result, index: number, programs: number): string {
  const { seed, changes, losses, seconds } = result
  const { phoneKills, serverKills } = losses
  const outcome = hasPassed(result) ? 'bien' : 'CON FALLOS'
  const killed = `caídas: ${phoneKills} de móvil y ${serverKills} de servidor`
  return `${index}/${programs}  semilla ${seed}  ${changes} cambios, ${killed}, ${inSpanish(seconds)} s  ${outcome}`
}

export function failureLines({ seed, verdict }: Result): string[] {
  // Object.entries forgets which keys and values it gives, so the type has to be said again.
  const found = (Object.entries(verdict) as [keyof Verdict, readonly string[]][]).flatMap(([kind, texts]) =>
    texts.map((text) => `    ${FINDINGS[kind]}: ${text}`),
  )
  return [`  otra vez: npm run chaos -- --seed ${seed}`, ...found]
}

interface Circumstances {
  /** So many programs were asked for. */
  programs: number
  isInterrupted: boolean
  machine: { cores: number; loadBefore: number; parallel: number; seconds: number }
}

/** Returns all the lines that are printed in the end. */
export function report(fleet: Fleet, { programs, isInterrupted, machine }: Circumstances): string[] {
  const { results, stumbles, unjudged } = fleet
  const passed = results.filter(hasPassed).length
  const failed = results.filter((result) => !hasPassed(result)).map(({ seed }) => seed)
  const { cores, loadBefore, parallel, seconds } = machine
  const minutes = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return [
    '',
    ...table(results),
    '',
    `${minutes}, ${parallel} a la vez en ${cores} núcleos, carga previa ${inSpanish(loadBefore)}`,
    ...(stumbles.length > 0
      ? [`Tropiezos del banco de pruebas, que volvió a intentarlo: ${stumbles.length}`]
      : []),
    ...(unjudged.length > 0
      ? [`SIN JUZGAR, falló el banco de pruebas en las semillas: ${unjudged.join(', ')}`]
      : []),
    ...(isInterrupted ? [`INTERRUMPIDO tras ${results.length} de ${programs} programas`] : []),
    ...(failed.length > 0 ? [`Semillas CON FALLOS: ${failed.join(', ')}`] : []),
    `superados: ${passed}, con fallos: ${failed.length}`,
  ]
}

function inSpanish(value: number): string {
  return value.toLocaleString('es-ES', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

function table(results: readonly Result[]): string[] {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0)
  const calls = (...fates: (keyof FateCounts)[]) =>
    sum((result) => fates.reduce((total, fate) => total + (result.calls[fate] ?? 0), 0))
  const found = (kind: keyof Verdict) => sum(({ verdict }) => verdict[kind].length)
  const rows: [string, number][] = [
    ['programas', results.length],
    ['… de una familia', sum(({ family }) => (family === null ? 0 : 1))],
    ['guardados confirmados', sum(({ deeds }) => deeds.confirmed)],
    ['cambios', sum(({ changes }) => changes)],
    ['toques', sum(({ deeds }) => deeds.taps)],
    ['días reconstruidos', sum(({ deeds }) => deeds.rebuiltDays)],
    ['importaciones', sum(({ deeds }) => deeds.imports)],
    ['registros importados', sum(({ deeds }) => deeds.importedRecords)],
    ['recuperaciones', sum(({ deeds }) => deeds.recoveries)],
    ['uniones deshechas', sum(({ deeds }) => deeds.undoneMerges)],
    ['cambios de acceso', sum(({ family }) => family?.accessChanges ?? 0)],
    ['rescatados tras el fin', sum(({ family }) => family?.kept ?? 0)],
    ['caídas de móvil', sum(({ losses }) => losses.phoneKills)],
    ['caídas de servidor', sum(({ losses }) => losses.serverKills)],
    ['… con apagón', sum(({ losses }) => losses.powerCuts)],
    ['páginas recargadas', sum(({ losses }) => losses.reloads)],
    ['sesiones sin guardar', sum(({ losses }) => losses.signIns)],
    ['sesiones terminadas', sum(({ losses }) => losses.sessionsEnded)],
    ['llamadas respondidas', calls('answered', 'slow')],
    ['conexiones rechazadas', calls('refused')],
    ['llamadas tragadas', calls('swallowed')],
    ['llamadas con retraso', calls('late')],
    ['respuestas perdidas', calls('answer lost', 'answer swallowed', 'answer torn', '5xx after')],
    ['respondidas con 401', calls('401')],
    ['respondidas con 429', calls('429')],
    ['respondidas con 5xx', calls('5xx')],
    ['respondidas por portal', calls('portal')],
    [FINDINGS.lost, found('lost')],
    [FINDINGS.doubled, found('doubled')],
    [FINDINGS.outOfOrder, found('outOfOrder')],
    [FINDINGS.differing, found('differing')],
    [FINDINGS.broken, found('broken')],
    [FINDINGS.seen, found('seen')],
  ]
  return rows.map(
    ([name, value]) =>
      `${name.padEnd(24)}${value.toLocaleString('es-ES', { useGrouping: 'always' }).padStart(9)}`,
  )
}
