import { formatDuration } from '../../../core/records/durations.ts'
import { isLocalDate, longDate } from '../../../core/time/time.ts'
import { proposal } from '../../words/carers/support.es.ts'
import { supportDates as words } from '../../words/console/support.es.ts'
import type { NoteState } from './note-keeper.ts'
import { isSentence, type ProposalDraft } from './proposal-draft.ts'
import { isReplyDraft, type ReplyDraft } from './reply-draft.ts'
import type { DatesDraft } from './support-dates.ts'

/** A text for a family that isn't at the server. */
export interface UnsentText {
  /** Among those of its family. */
  id: string
  kind: 'note' | 'reply' | 'proposal' | 'dates'
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
    if (id === 'dates') all.push({ id, kind: 'dates', text: datesText(draft as DatesDraft) })
    if (id === 'proposal') all.push({ id, kind: 'proposal', text: proposalText(draft as ProposalDraft) })
  }
  return all.filter((one) => one.text.trim() !== '')
}

/** The fields that were changed, an emptied one too. */
function datesText({ typed: { starts_on, ends_on, hours } }: DatesDraft): string {
  const day = (date: string) => (isLocalDate(date) ? longDate(date) : words.noDate)
  return [
    ...(starts_on === undefined ? [] : [`${words.from}: ${day(starts_on)}`]),
    ...(ends_on === undefined ? [] : [`${words.to}: ${day(ends_on)}`]),
    ...(hours === undefined ? [] : [`${words.hours}: ${hours.trim() || words.now.hours('')}`]),
  ].join('\n')
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
