import { draftUnder, putDraft, useDraft } from '../drafts/use-draft.ts'
import { leftInList } from './invite-preview.ts'
import { type InviteRun, notInvitedIn, toCopyIn } from './invite-run.ts'

interface KeptRun {
  run: InviteRun
  /** The addresses whose mail was copied. */
  copied: ReadonlySet<string>
}

const listKey = (administratorId: string) => `${administratorId} invite-list`
const runKey = (administratorId: string) => `${administratorId} invite-run`

/** The list that an administrator invites, as typed; null: nothing. */
export function useInviteList(administratorId: string) {
  const { draft: typed, setDraft: setTyped } = useDraft<string>(listKey(administratorId))
  return { typed, setTyped }
}

/** What became of that list. It stays to be read until it was taken note of. */
export function useInviteRun(administratorId: string) {
  const { draft } = useDraft<KeptRun>(runKey(administratorId))
  return { run: draft?.run ?? null, copied: draft?.copied ?? NONE }
}

const NONE: ReadonlySet<string> = new Set()

/** @param run as far as it has come. */
export function keepRun(administratorId: string, run: InviteRun): void {
  keep(administratorId, run, keptRun(administratorId)?.copied ?? NONE)
  if (run.isRunning) return
  // Whoever is invited goes from the list: what is left there is still to be done.
  const typed = draftUnder(listKey(administratorId)) as string | null
  const left = typed === null ? null : leftInList(typed, notInvitedIn(run))
  putDraft(listKey(administratorId), left?.text ?? null)
}

/** It was taken note of. */
export function dropRun(administratorId: string): void {
  putDraft(runKey(administratorId), null)
}

/** The mails to these addresses were copied. */
export function keepCopied(administratorId: string, emails: readonly string[]): void {
  const kept = keptRun(administratorId)
  if (kept !== null) keep(administratorId, kept.run, new Set([...kept.copied, ...emails]))
}

const keptRun = (administratorId: string) => draftUnder(runKey(administratorId)) as KeptRun | null

/** A mail that is to be sent by hand is told once: until it was copied it would be lost. */
function keep(administratorId: string, run: InviteRun, copied: ReadonlySet<string>): void {
  const isUnsaved = run.isRunning || toCopyIn(run, copied).length > 0
  putDraft(runKey(administratorId), { run, copied } satisfies KeptRun, isUnsaved)
}
