import { useDraft } from '../drafts/use-draft.ts'
import type { InviteRun } from './invite-run.ts'

/** The list that an administrator invites. A mail that is to be sent by hand is told once: it stays until then. */
export function useInviteRun(administratorId: string) {
  const { draft: run, setDraft: setRun } = useDraft<InviteRun>(`${administratorId} invite-run`)
  return { run, setRun }
}

/** Which of these mails were copied, by the address that they go to. */
export function useCopiedMails(administratorId: string) {
  const { draft, setDraft } = useDraft<ReadonlySet<string>>(`${administratorId} invite-copied`)
  const copied = draft ?? NONE
  return {
    copied,
    /** null: of another list nothing was copied yet. */
    setCopied: setDraft,
  }
}

const NONE: ReadonlySet<string> = new Set()
