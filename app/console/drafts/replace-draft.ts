import { showToast } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { draftUnder, putDraft } from './use-draft.ts'

/**
 * Puts another draft in the place of what is typed under a key, and offers to take that back.
 *
 * @param next null: none.
 * @param title says what has happened.
 */
export function replaceDraft(key: string, next: unknown, title: string): void {
  const before = draftUnder(key)
  putDraft(key, next)
  if (before === null) return
  // What was typed since is replaced in its turn, and can be taken back as well.
  const run = () => (draftUnder(key) === next ? putDraft(key, before) : replaceDraft(key, before, title))
  showToast({ title, action: { label: common.undo, run } })
}
