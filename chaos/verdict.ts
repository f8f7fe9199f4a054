import type { View } from './commands.ts'
import type { Effect, Row } from './effect-log.ts'
import { type Deed, type History, inWords, rowOf } from './history.ts'
import { isSpoiled } from './intents.ts'
import type { PhoneView } from './lost-records.ts'
import { Model } from './model.ts'

/** What went wrong, in words; all empty when nothing did. */
export interface Verdict {
  /** Saved changes that had no effect at the server, and records that left the screen undeleted. */
  lost: string[]
  /** Effects that nobody asked for, or that were had already. */
  doubled: string[]
  /** Changes of one phone that took effect in another order than they were made in. */
  outOfOrder: string[]
  /** Phones, disks and server that don't say the same; values that don't follow from the changes. */
  differing: string[]
  /** What the app told its page wrongly: unsaved or unseen saves, errors nobody caught. */
  broken: string[]
}

export interface Evidence {
  history: History
  effects: readonly Effect[]
  /** What the server has in the end. */
  finalRows: readonly Row[]
  /** The last look at every open tab. */
  views: readonly (PhoneView & { view: View })[]
  differing: readonly string[]
}

/** Compares what happened at the server with a model that is told only what the carers did. */
export function judge({ history, effects, finalRows, views, differing }: Evidence): Verdict {
  const verdict: Verdict = { lost: [], doubled: [], outOfOrder: [], differing: [...differing], broken: [] }
  const model = new Model(history.deeds, verdict, history.givenUp)
  for (const effect of effects) model.take(effect)
  model.compareWith(finalRows)
  for (const deed of history.deeds) if (!model.isAccountedFor(deed)) verdict.lost.push(inWords(deed))
  model.judgeLost(views)
  judgeOrder(model.inOrderOfEffect, verdict)
  judgePages(history, views, verdict)
  return verdict
}

/** A phone that saw one change saved before the next began has its effects in that order. */
function judgeOrder(inOrderOfEffect: readonly Deed[], verdict: Verdict): void {
  for (const [position, later] of inOrderOfEffect.entries()) {
    if (later.command.do === 'delete') continue
    const overtaken = inOrderOfEffect
      .slice(position + 1)
      .find((deed) => deed.phone === later.phone && deed.endedAt !== null && deed.endedAt < later.begunAt)
    if (overtaken !== undefined && overtaken.command.do !== 'delete') {
      verdict.outOfOrder.push(`${inWords(later)} before ${inWords(overtaken)}`)
    }
  }
}

function judgePages(history: History, views: Evidence['views'], verdict: Verdict): void {
  const { deeds, hanging } = history
  for (const deed of hanging) verdict.broken.push(`did not answer: ${inWords(deed)}`)
  for (const deed of deeds) {
    const { outcome } = deed
    if (outcome.kind === 'rejected') verdict.broken.push(`rejected: ${outcome.message}: ${inWords(deed)}`)
    if (outcome.kind === 'stored' && !outcome.isShown && !hasRival(deed, deeds)) {
      verdict.broken.push(`not shown: ${inWords(deed)}`)
    }
  }
  const excused = new Set(
    deeds.filter(({ command }) => command.do === 'delete' || isSpoiled(command)).map(rowOf),
  )
  for (const { command } of deeds) if (command.do === 'merge') excused.add(command.drop.id)
  for (const id of history.givenUp) excused.add(id)
  for (const { name, view } of views) {
    const lost = view.vanished.filter((id) => !excused.has(id))
    verdict.lost.push(...lost.map((id) => `${id} left the screen of ${name}`))
    const back = view.returned.filter((id) => !excused.has(id))
    verdict.broken.push(...back.map((id) => `${id} came back on ${name}`))
    verdict.broken.push(...view.errors.map((error) => `${name}: ${error}`))
  }
}

/** Another change of the same row that may have come in between: the later one shows. */
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

function isOnSame(deed: Deed, { command, ...other }: Deed): boolean {
  // A merge and its undo change the one that stays.
  if (command.do === 'merge' || command.do === 'separate') {
    if (deed.command.do === 'edit') return command.keep.id === deed.command.id
  }
  if (command.do !== deed.command.do) return false
  // There is only one, also for a change of which nobody saw what became.
  if (command.do === 'baby' || command.do === 'plan') return true
  return rowOf({ command, ...other }) === rowOf(deed)
}
