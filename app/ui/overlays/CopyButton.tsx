import { useState } from 'react'
import { Button } from '../buttons/Button.tsx'
import { showToast } from './toasts.ts'

interface CopyButtonProps {
  text: string
  label?: string
  words: Readonly<Record<'copy' | 'copied' | 'copiedSaid' | 'notCopied', string>>
  autoFocus?: boolean
  onCopied?: () => void
}

/** Puts a text onto the clipboard, and says so itself: a toast would lie over the title of a tall sheet. */
export function CopyButton({ text, label, words, autoFocus, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
      onCopied?.()
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
        {isCopied && words.copiedSaid}
      </span>
    </>
  )
}
