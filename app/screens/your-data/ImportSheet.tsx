import { type ComponentProps, useId, useRef } from 'react'
import { fileProblems, importing } from '../../data-files/words.es.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { common } from '../../words/entrance.es.ts'
import { ImportPreview } from './ImportPreview.tsx'
import styles from './sheets.module.css'
import { type ImportState, useImport } from './use-import.ts'

/** From choosing a file to the last record stored. Closing it while it stores is cancelling. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { state, choose, reread, decide, confirm, cancel } = useImport()
  return (
    <Dialog
      open
      title={importing.title}
      onClose={state.phase === 'importing' ? cancel : onClose}
      alert={state.phase === 'importing'}
    >
      {state.phase === 'choose' && (
        <>
          <p>{importing.text}</p>
          <FileActions onChoose={choose} label={importing.choose} onCancel={onClose} />
        </>
      )}
      {state.phase === 'reading' && <Spinner label={importing.reading} />}
      {state.phase === 'unusable' && (
        <div role="alert">
          <h3 className={styles.heading}>{importing.problemTitle}</h3>
          <p>{fileProblems[state.problem]}</p>
          <FileActions
            onChoose={choose}
            label={importing.chooseOther}
            cancel={common.close}
            onCancel={onClose}
          />
        </div>
      )}
      {state.phase === 'preview' && (
        <ImportPreview
          preview={state.preview}
          onChoice={(change) => reread(state.preview, change)}
          onDecide={(change) => decide(state.preview, change)}
          onConfirm={() => confirm(state.preview)}
          onClose={onClose}
        />
      )}
      {state.phase === 'importing' && <Progress {...state} onCancel={cancel} />}
      {state.phase === 'over' && <Over {...state} onClose={onClose} />}
    </Dialog>
  )
}

interface FileActionsProps extends Pick<ComponentProps<typeof DialogActions>, 'cancel' | 'onCancel'> {
  label: string
  onChoose: (file: File) => void
}

function FileActions({ label, onChoose, ...safe }: FileActionsProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <DialogActions {...safe}>
      <Button variant="primary" autoFocus onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,.csv,.txt,application/json,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again, mended.
          target.value = ''
          if (file !== undefined) onChoose(file)
        }}
      />
    </DialogActions>
  )
}

function Progress({ stored, of, onCancel }: { stored: number; of: number; onCancel: () => void }) {
  const id = useId()
  const text = importing.progressText(stored, of)
  return (
    <>
      <label htmlFor={id} className={styles.heading}>
        {importing.progress}
      </label>
      <progress
        id={id}
        className={styles.progress}
        max={Math.max(of, 1)}
        value={stored}
        aria-valuetext={text}
      />
      <p className={styles.count} aria-hidden="true">
        {text}
      </p>
      <div className={styles.last}>
        <Button variant="quiet" onClick={onCancel} autoFocus>
          {common.cancel}
        </Button>
      </div>
    </>
  )
}

type OverProps = Extract<ImportState, { phase: 'over' }> & { onClose: () => void }

function Over({ outcome, stored, of, onClose }: OverProps) {
  const done = of === 0 ? importing.doneNoRecords : importing.doneText(stored)
  return (
    <>
      <div role="status">
        <h3 className={styles.heading}>{importing[outcome]}</h3>
        <p>{outcome === 'done' ? done : importing.stoppedText(stored, of)}</p>
        {outcome === 'failed' && <p>{importing.noRoom}</p>}
      </div>
      <Button variant="primary" onClick={onClose} autoFocus>
        {common.close}
      </Button>
    </>
  )
}
