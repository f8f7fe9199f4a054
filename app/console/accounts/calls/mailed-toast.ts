import type { ToastMessage } from '../../../ui/overlays/toasts.ts'
import { inviting as words } from '../../../words/console/accounts.es.ts'

/** Where an invitation's mail has gone: to its reader, or into the folder of a server that sends none. */
export function mailedToast(kind: 'sent' | 'written', email: string): ToastMessage {
  if (kind === 'sent') return { title: words.sent, detail: email }
  return { title: words.written, detail: words.writtenText(email) }
}
