import { useDraft } from '../drafts/use-draft.ts'
import type { InviteRun } from './invite-run.ts'

/** The list that an administrator invites. A mail that is to be sent by hand is told once: it stays until then. */
export function useInviteRun(administratorId: string) {
  const { draft: run, setDraft: setRun } = useDraft<InviteRun>(`${administratorId} invite-run`)
  return { run, setRun }
}
