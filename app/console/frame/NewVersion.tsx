import { useState } from 'react'
import { SmallButton } from '../../ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { useNewVersion } from '../../update/new-version.ts'
import { consoleFrame } from '../../words/console/frame.es.ts'
import { shell } from '../../words/entrance.es.ts'
import { leaveUnasked, useIsUnsaved } from '../drafts/unsaved.ts'

const words = consoleFrame.reload

/** Offers the newer console, and asks itself where that would lose something: the browser of an iPad doesn't. */
export function NewVersion() {
  const [isAsking, setAsking] = useState(false)
  const isUnsaved = useIsUnsaved()
  const take = useNewVersion()

  return (
    <>
      {/* It stays, to be read out when it speaks. */}
      <p className="sr" role="status">
        {take && shell.newVersionHere}
      </p>
      {take && (
        <SmallButton onClick={() => (isUnsaved ? setAsking(true) : take())}>{shell.newVersion}</SmallButton>
      )}
      <ConfirmDialog
        open={isAsking}
        title={words.title}
        text={isUnsaved ? words.losesText : words.text}
        confirm={isUnsaved ? words.loses : shell.reload}
        danger={isUnsaved}
        onConfirm={() => {
          leaveUnasked()
          take?.()
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
