import { useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { copying as words } from '../../words/console/copy.es.ts'

interface CopyButtonProps {
  text: string
  label?: string
  /** What the button says until then, where that is more than «Copiar». */
  children?: string
  autoFocus?: boolean
  onCopied?: () => void
}

/** Puts a text onto the clipboard, and says so itself. */
export function CopyButton({ text, label, children = words.copy, autoFocus, onCopied }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onCopied?.()
    } catch {
      showToast({ title: words.notCopied, tone: 'failure' })
    }
  }

  return (
    <>
      <Button variant="quiet" aria-label={label} autoFocus={autoFocus} onClick={() => void copy()}>
        {isCopied ? words.copied : children}
      </Button>
      <span className="sr" role="status">
        {isCopied && words.copied}
      </span>
    </>
  )
}
