/** An answer that is typed and isn't sent. */
export interface ReplyDraft {
  text: string
  /** When the answer was given that this one takes the place of; null: there was none. */
  seen: string | null
}

const NAME = 'reply '

/** What names it among what is typed for its family. */
export function replyDraftName(questionId: string): string {
  return NAME + questionId
}

export function isReplyDraft(name: string): boolean {
  return name.startsWith(NAME)
}
