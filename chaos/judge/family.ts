import type { Kept } from '../program/commands.ts'
import { OWNER, PERSON } from '../program/family-program.ts'
import { isSpoiled } from '../program/intents.ts'
import type { Grant, NotedEffect } from './effect-log.ts'
import { describe } from './effect-log.ts'
import { type Deed, rowOf } from './history.ts'
import { type Evidence, judge } from './judge.ts'
import { markIn } from './model.ts'
import type { Verdict } from './verdict.ts'

export interface FamilyEvidence extends Evidence {
  /** The accounts are in the order of their phones; the family is the owner's. */
  accounts: readonly string[]
  effects: readonly NotedEffect[]
  grants: readonly Grant[]
  views: readonly FamilyView[]
  /** The person is let in no more. */
  isOut: boolean
  /** The person's phone holds this of the family in the end. */
  kept: Kept
  /** The server told these things of the family to the person after the end. */
  heard: readonly string[]
}

/** A browser that was killed may have forgotten which diary it showed. */
type FamilyView = Evidence['views'][number] & { wasKilled: boolean }

/**
 * Judges three accounts on one family. What the owner and the carer do is judged as what two phones of one account do.
 * What the person was told is stored must be in the log, or be kept and named on the person's phone.
 */
export function judgeFamily(evidence: FamilyEvidence): Verdict {
  const { history, views, kept, heard, isOut } = evidence
  const refused = views.flatMap(({ phone, view }) => view.refused.map((change) => ({ ...change, phone })))
  const ofPerson = [...refused.filter(({ phone }) => phone === PERSON), ...kept.changed]
  const deeds = history.deeds.map((deed) => asTold(deed, ofPerson))
  const verdict = judge({
    ...evidence,
    history: { deeds, hanging: history.hanging, givenUp: refused },
    views: views.map((one) => asShown(one, kept)),
  })
  judgeRights(evidence, verdict)
  if (isOut) judgeEnd(evidence, verdict)
  else judgeReturn(evidence, verdict)
  verdict.seen.push(...heard)
  return verdict
}

/**
 * Returns the person's deed with what can still be expected of it. One that is kept on the phone may also be in the
 * log, once: when the answer to it was lost, and the role changed before it was sent again, the server refused the
 * second sending. Its page may have shown another diary by the time it was stored, or have refused to store it at all,
 * and of what was refused at first nobody knows when it was sent again.
 */
function asTold(deed: Deed, refused: Kept['changed']): Deed {
  const { phone, outcome } = deed
  if (phone !== PERSON) return deed
  const anyTime = { ...deed, endedAt: null }
  if (isKept(deed, refused)) return { ...anyTime, outcome: { kind: 'unknown' } }
  if (outcome.kind === 'stored') return { ...anyTime, outcome: { ...outcome, isShown: true } }
  return outcome.kind === 'rejected' ? { ...anyTime, outcome: { kind: 'nothing' } } : anyTime
}

/** Whatever was done to a row after a refused change of it waits behind that one. */
function isKept(deed: Deed, refused: Kept['changed']): boolean {
  const isNew = deed.command.do === 'add' || deed.command.do === 'start'
  const id = rowOf(deed)
  return id !== null && refused.some(({ kind, rowId }) => rowId === id && (!isNew || kind === 'insert'))
}

/** All records leave a screen that comes to show another diary, and return with theirs. */
function asShown(one: FamilyView, kept: Kept): FamilyView {
  const { phone, view, wasKilled } = one
  const hasMoved = phone === PERSON || (phone !== OWNER && wasKilled)
  const lost = phone === PERSON ? [...view.lost, ...kept.lost] : view.lost
  return { ...one, view: { ...view, lost, ...(hasMoved && { vanished: [], returned: [] }) } }
}

/** Finds what somebody wrote who might not, and records that are said to be logged by somebody else. */
function judgeRights({ accounts, effects, grants, history }: FamilyEvidence, verdict: Verdict): void {
  const loggers = new Map<string, string | null>()
  for (const effect of effects) {
    const { familyId, byAccount, loggedBy, table, kind, rowId, row } = effect
    const isOwn = byAccount === familyId
    if (!isOwn && roleAt(effect, grants) !== 'carer') {
      verdict.broken.push(`escrito sin permiso de ${byAccount}: ${describe(effect)}`)
    }
    if (table !== 'sleep_records' || row === null) continue
    if (kind === 'INSERT') {
      const deed = history.deeds.find(({ mark }) => mark === markIn(table, row))
      const account = deed && accounts[deed.phone]
      loggers.set(rowId, account === familyId ? null : (account ?? null))
    }
    if (loggedBy !== loggers.get(rowId)) {
      verdict.differing.push(`lo anotó ${loggers.get(rowId)}, y consta ${loggedBy}: ${describe(effect)}`)
    }
  }
}

function roleAt({ nr, familyId, byAccount }: NotedEffect, grants: readonly Grant[]): string | null {
  const own = grants.filter((grant) => grant.familyId === familyId && grant.accountId === byAccount)
  return own.findLast((grant) => grant.nr < nr)?.role ?? null
}

function judgeEnd({ accounts, views, kept }: FamilyEvidence, verdict: Verdict): void {
  const family = accounts[OWNER]
  for (const { name, phone, view } of views) {
    const isThere = view.place?.familyId === family || view.records.some(({ user_id }) => user_id === family)
    if (phone === PERSON && isThere) verdict.seen.push(`${name} aún enseña la familia`)
  }
  if (kept.isKnown) verdict.seen.push('el móvil aún cuenta con la familia')
  const changed = new Set(kept.changed.map(({ rowId }) => rowId))
  const others = kept.rows.filter((id) => !changed.has(id))
  verdict.seen.push(...others.map((id) => `${id} sigue en el disco`))
  const isNamed = kept.unsent > 0
  if (!isNamed && changed.size + kept.lost.length > 0) {
    verdict.lost.push(`guardado sin decirlo tras el fin: ${[...changed].join(', ')}`)
  }
}

/**
 * Whoever is a carer again has sent what was refused. Only what the server takes from nobody may be left, with
 * the changes that wait behind it, and what was done to a row that is gone.
 */
function judgeReturn({ history, effects, views }: FamilyEvidence, verdict: Verdict): void {
  const gone = effects.flatMap(({ kind, rowId }) => (kind === 'DELETE' ? [rowId] : []))
  const spoiled = history.deeds
    .filter(({ phone, command }) => phone === PERSON && isSpoiled(command))
    .map(rowOf)
  for (const { name, phone, view } of views) {
    if (phone !== PERSON) continue
    // Of a record whose save nobody saw end, only the phone knows the row.
    const unseen = spoiled.includes(null) ? view.refused.filter(({ kind }) => kind === 'insert') : []
    const excused = new Set([...gone, ...spoiled, ...unseen.map(({ rowId }) => rowId)])
    const left = view.refused.filter(({ rowId }) => !excused.has(rowId))
    verdict.differing.push(...left.map((change) => `${name} aún tiene rechazado ${JSON.stringify(change)}`))
  }
}
