import { useSyncExternalStore } from 'react'
import { formatDuration } from '../../../core/records/durations.ts'
import { proposal } from '../../words/carers/support.es.ts'
import { dropDraftsAt, useDraftsAt } from '../drafts/use-draft.ts'
import type { NoteState } from './note-keeper.ts'
import { isSentence, type ProposalDraft } from './proposal-draft.ts'
import type { ReplyDraft } from './QuestionsPart.tsx'
import { dropNote, noteKeeperOf } from './use-note.ts'

/** A text for a family that isn't at the server. */
export interface Unsaved {
  /** Among those of its family. */
  id: string
  kind: 'note' | 'reply' | 'proposal'
  text: string
}

/** What a consultant has written for a family and isn't at the server. */
export function useUnsaved(familyId: string, accountId: string): Unsaved[] {
  const keeper = noteKeeperOf(familyId, accountId)
  const note = useSyncExternalStore(keeper.subscribe, keeper.state)
  return unsavedTexts(note, useDraftsAt(`${accountId} ${familyId}`))
}

/** Gives it up, as when there is nowhere left to send it to. */
export function dropUnsaved(familyId: string, accountId: string): void {
  dropNote(familyId, accountId)
  dropDraftsAt(`${accountId} ${familyId}`)
}

/** @param drafts by what follows the family in their keys. */
export function unsavedTexts({ text, phase }: NoteState, drafts: ReadonlyMap<string, unknown>): Unsaved[] {
  const all: Unsaved[] = [{ id: 'note', kind: 'note', text: phase === 'saved' ? '' : text }]
  for (const [key, draft] of drafts) {
    if (key.startsWith('reply ')) all.push({ id: key, kind: 'reply', text: (draft as ReplyDraft).text })
    if (key === 'proposal')
      all.push({ id: key, kind: 'proposal', text: proposalText(draft as ProposalDraft) })
  }
  return all.filter((one) => one.text.trim() !== '')
}

function proposalText({ sentence, form }: ProposalDraft): string {
  const line = (what: 'window' | 'nap', napNumber: number, text: string) =>
    `${proposal.part({ what, napNumber })}: ${text}`
  return [
    ...(isSentence(sentence) ? [sentence.trim()] : []),
    line('window', 0, form.firstWakeWindow),
    ...form.naps
      .slice(0, form.napsCount)
      .flatMap(({ duration, wakeWindow }, index) => [
        line('nap', index + 1, formatDuration(duration)),
        line('window', index + 1, wakeWindow),
      ]),
  ].join('\n')
}
