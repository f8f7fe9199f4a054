import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SleepRecord } from '../../../core/records/sleep-record.ts'
import { deleteRecord } from '../../changes/changes.ts'
import { isFocusNowhere } from '../../ui/layout/focus.ts'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { deleteDialog, failures } from '../../words/screens.es.ts'
import { saveOrSay } from '../shared/save-or-say.ts'
import { sayRemoved } from './diary-actions.ts'

interface DeleteRecordDialogProps {
  /** The one to be deleted; null while nothing is asked. */
  record: SleepRecord | null
  /** Closes the question about that record, if it is still the one that is asked. */
  onClose: (asked: SleepRecord) => void
  onDeleted: () => void
}

export function DeleteRecordDialog({ record, onClose, onDeleted }: DeleteRecordDialogProps) {
  const [removing] = useState(() => new Set<string>())
  const asked = useRef(record)
  useLayoutEffect(() => {
    asked.current = record
  })

  /**
   * The disk comes first: the question goes, and the record with it, once that is done. By then the carer may have left
   * it and been asked about another record, or be at something else, which keeps the focus.
   */
  async function remove() {
    if (!record || removing.has(record.id)) return
    removing.add(record.id)
    const deletion = deleteRecord(record.id)
    const isRemoved = await saveOrSay(deletion, failures.deleteRecord)
    removing.delete(record.id)
    const isStillAsked = asked.current?.id === record.id
    // Closing gives the focus back to where it came from; what follows moves it on.
    flushSync(() => onClose(record))
    if (isRemoved) sayRemoved((await deletion) ?? record)
    if (isStillAsked || isFocusNowhere()) onDeleted()
  }

  return (
    <ConfirmDialog
      open={record !== null}
      title={deleteDialog.title}
      text={deleteDialog.text}
      confirm={deleteDialog.confirm}
      danger
      onConfirm={() => void remove()}
      onClose={() => record && onClose(record)}
    />
  )
}
