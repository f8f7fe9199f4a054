import { takeBack } from '../../changes/changes.ts'
import { leftBy, type StoredEdit } from '../../changes/record-changes.ts'
import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import { undoing } from '../../words/form.es.ts'
import { failures } from '../../words/screens.es.ts'
import { undo } from './save-or-say.ts'

/**
 * The one tap that takes an edit back, and says what of it stays.
 * @param back takes it back with what went beside it; answers as `takeBack` does.
 */
export function undoEdit(
  edit: StoredEdit | null,
  back = () => takeBack(edit),
): NonNullable<ToastMessage['action']> {
  return undo(async () => sayLeft(edit, await back()), failures.updateRecord)
}

/** Says what an undo has left, because the record was changed elsewhere since. */
function sayLeft(edit: StoredEdit | null, undone: StoredEdit | null): void {
  const left = edit && undone ? leftBy(edit, undone.before) : []
  if (left.length > 0) showToast({ title: undoing.notAll, detail: undoing.left(left), tone: 'failure' })
}
