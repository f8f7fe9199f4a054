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
  showToast({ title, action: { label: common.undo, run: () => putDraft(key, before) } })
}
