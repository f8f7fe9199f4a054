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

/**
 * Opens the phone's share sheet; whoever closes it has changed their mind. Browsers open it only shortly after a press,
 * and not while another one is open, of which older ones never say that it was closed.
 */
export async function share(what: ShareData): Promise<'shared' | 'cancelled' | 'failed'> {
  try {
    await navigator.share(what)
    return 'shared'
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'AbortError') return 'cancelled'
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
