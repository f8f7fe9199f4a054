export interface NewFile {
  name: string
  text: string
  /** As browsers write it, without a charset: it is always UTF-8. */
  type: 'application/json' | 'text/csv'
}

/** Hands a file to the phone's share sheet where there is one for it, else to the downloads. */
export async function saveFile({ name, text, type }: NewFile): Promise<'saved' | 'cancelled'> {
  const file = new File([text], name, { type })
  const isPhone = matchMedia('(pointer: coarse)').matches
  if (isPhone && navigator.canShare?.({ files: [file] })) {
    const outcome = await share({ files: [file] })
    if (outcome !== 'failed') return outcome === 'shared' ? 'saved' : outcome
  }
  download(file)
  return 'saved'
}

/** Whoever closes the share sheet has changed their mind; where it is open already, a press before this one counts. */
const CANCELLED = new Set(['AbortError', 'InvalidStateError'])

/** Opens the phone's share sheet. Browsers do so only shortly after a press. */
export async function share(what: ShareData): Promise<'shared' | 'cancelled' | 'failed'> {
  try {
    await navigator.share(what)
    return 'shared'
  } catch (reason) {
    if (reason instanceof DOMException && CANCELLED.has(reason.name)) return 'cancelled'
    console.warn(reason)
    return 'failed'
  }
}

/** Long enough for a slow phone to have begun reading it. */
const RELEASE_AFTER_MS = 60_000

function download(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_AFTER_MS)
}
