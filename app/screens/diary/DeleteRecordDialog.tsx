import type { SleepRecord } from '../../../core/sleep-record.ts'
import { common, deleteDialog } from '../../copy.es.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { removeRecord } from './diary-actions.ts'

interface DeleteRecordDialogProps {
  /** The one to be deleted; null while nothing is asked. */
  record: SleepRecord | null
  onClose: () => void
  onDeleted: () => void
}

export function DeleteRecordDialog({ record, onClose, onDeleted }: DeleteRecordDialogProps) {
  async function remove() {
    if (!record) return
    onClose()
    await removeRecord(record)
    onDeleted()
  }

  return (
    <ConfirmDialog
      open={record !== null}
      title={deleteDialog.title}
      text={deleteDialog.text}
      cancel={common.cancel}
      confirm={deleteDialog.confirm}
      danger
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
