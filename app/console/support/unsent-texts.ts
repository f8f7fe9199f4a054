import { formatDuration } from '../../../core/records/durations.ts'
import { proposal } from '../../words/carers/support.es.ts'
import type { NoteState } from './note-keeper.ts'
import { isSentence, type ProposalDraft } from './proposal-draft.ts'
import { isReplyDraft, type ReplyDraft } from './reply-draft.ts'

/** A text for a family that isn't at the server. */
export interface UnsentText {
  /** Among those of its family. */
  id: string
  kind: 'note' | 'reply' | 'proposal'
  text: string
}

/**
 * What is written for a family and isn't at the server.
 *
 * @param drafts by what follows the family in their keys.
 */
export function unsentTexts({ text, phase }: NoteState, drafts: ReadonlyMap<string, unknown>): UnsentText[] {
  const all: UnsentText[] = [{ id: 'note', kind: 'note', text: phase === 'saved' ? '' : text }]
  for (const [id, draft] of drafts) {
    if (isReplyDraft(id)) all.push({ id, kind: 'reply', text: (draft as ReplyDraft).text })
    if (id === 'proposal') all.push({ id, kind: 'proposal', text: proposalText(draft as ProposalDraft) })
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
