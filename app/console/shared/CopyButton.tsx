import { useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { copying as words } from '../../words/console/copy.es.ts'

interface CopyButtonProps {
  text: string
  label?: string
  autoFocus?: boolean
}

/** Puts a text onto the clipboard, and says so itself. */
export function CopyButton({ text, label, autoFocus }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      showToast({ title: words.notCopied, tone: 'failure' })
    }
  }

  return (
    <>
      <Button variant="quiet" aria-label={label} autoFocus={autoFocus} onClick={() => void copy()}>
        {isCopied ? words.copied : words.copy}
      </Button>
      <span className="sr" role="status">
        {isCopied && words.copied}
      </span>
    </>
  )
}
