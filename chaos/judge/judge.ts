import type { View } from '../program/commands.ts'
import { isSpoiled } from '../program/intents.ts'
import type { Effect, Row } from './effect-log.ts'
import { type Deed, type History, inWords, isGivenUp, rowOf } from './history.ts'
import type { PhoneView } from './lost-records.ts'
import { Model } from './model.ts'
import { noFindings, type Verdict } from './verdict.ts'

export interface Evidence {
  history: Pick<History, 'deeds' | 'hanging' | 'givenUp'>
  effects: readonly Effect[]
  /** The server has these rows in the end. */
  finalRows: readonly Row[]
  /** Every open tab showed this when it was looked at last. */
  views: readonly (PhoneView & { view: View })[]
  differing: readonly string[]
}

/** Compares what happened at the server with a model that is told only what the carers did. */
export function judge({ history, effects, finalRows, views, differing }: Evidence): Verdict {
  const verdict: Verdict = { ...noFindings(), differing: [...differing] }
  const model = new Model(history.deeds, verdict, history.givenUp)
  for (const effect of effects) model.take(effect)
  model.compareWith(finalRows)
  for (const deed of history.deeds) if (!model.isAccountedFor(deed)) verdict.lost.push(inWords(deed))
  model.judgeDays()
  model.judgeLost(views)
  judgeOrder(model.inOrderOfEffect, verdict)
  judgePages(history, views, verdict)
  return verdict
}

/** When a phone saw one change saved before the next began, their effects must come in that order too. */
function judgeOrder(inOrderOfEffect: readonly Deed[], verdict: Verdict): void {
  for (const [position, later] of inOrderOfEffect.entries()) {
    if (later.command.do === 'delete') continue
    const overtaken = inOrderOfEffect
      .slice(position + 1)
      .find((deed) => deed.phone === later.phone && deed.endedAt !== null && deed.endedAt < later.begunAt)
    if (overtaken !== undefined && overtaken.command.do !== 'delete') {
      verdict.outOfOrder.push(`${inWords(later)} antes que ${inWords(overtaken)}`)
    }
  }
}

function judgePages(history: Evidence['history'], views: Evidence['views'], verdict: Verdict): void {
  const { deeds, hanging } = history
  for (const deed of hanging) verdict.broken.push(`sin respuesta: ${inWords(deed)}`)
  for (const deed of deeds) {
    const { outcome } = deed
    if (outcome.kind === 'rejected') verdict.broken.push(`rechazado: ${outcome.message}: ${inWords(deed)}`)
    if (outcome.kind === 'stored' && !outcome.isShown && !hasRival(deed, deeds)) {
      verdict.broken.push(`no se ve: ${inWords(deed)}`)
    }
  }
  const excused = new Set(
    deeds.filter(({ command }) => command.do === 'delete' || isSpoiled(command)).map(rowOf),
  )
  for (const { command } of deeds) {
    if (command.do === 'merge') excused.add(command.drop.id)
    if (command.do === 'unbuild') for (const id of command.ids) excused.add(id)
  }
  for (const { name, phone, view } of views) {
    // What one phone gives up was on no other screen.
    const isWrong = (id: string) => !excused.has(id) && !isGivenUp(history.givenUp, phone, id)
    const lost = view.vanished.filter(isWrong)
    verdict.lost.push(...lost.map((id) => `${id} ha desaparecido de la pantalla de ${name}`))
    const back = view.returned.filter(isWrong)
    verdict.broken.push(...back.map((id) => `${id} ha vuelto en ${name}`))
    verdict.broken.push(...view.errors.map((error) => `${name}: ${error}`))
  }
}

/** Another change of the same row may have come in between, and then the screen rightly shows the later one. */
function hasRival(deed: Deed, deeds: readonly Deed[]): boolean {
  const endedAt = deed.endedAt ?? Number.POSITIVE_INFINITY
  return deeds.some(
    (other) =>
      other !== deed &&
      isOnSame(deed, other) &&
      other.begunAt < endedAt &&
      (other.phone !== deed.phone || (other.endedAt ?? Number.POSITIVE_INFINITY) > deed.begunAt),
  )
}

const ON_A_RECORD: ReadonlySet<Deed['command']['do']> = new Set(['edit', 'tap', 'untap'])

function isOnSame(deed: Deed, { command, ...other }: Deed): boolean {
  // A merge and its undo also change the record that stays.
  if (command.do === 'merge' || command.do === 'separate') {
    if (ON_A_RECORD.has(deed.command.do)) return command.keep.id === rowOf(deed)
  }
  if (ON_A_RECORD.has(command.do) && ON_A_RECORD.has(deed.command.do)) {
    return rowOf({ command, ...other }) === rowOf(deed)
  }
  if (command.do !== deed.command.do) return false
  // A family has only one such row, so two changes meet on it even when the row of one is unknown.
  if (command.do === 'baby' || command.do === 'plan') return true
  return rowOf({ command, ...other }) === rowOf(deed)
}
