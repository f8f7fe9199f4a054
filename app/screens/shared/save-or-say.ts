import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'

/** Waits for the durable save on this device; when the device refuses, says so and answers false. */
export async function saveOrSay(change: Promise<unknown>, failure: string): Promise<boolean> {
  try {
    await change
    return true
  } catch (reason) {
    console.warn(reason)
    showToast({ title: common.error, detail: failure, tone: 'failure' })
    return false
  }
}

/** The one tap that takes a change back. */
export function undo(change: () => Promise<unknown>, failure: string): NonNullable<ToastMessage['action']> {
  return { label: common.undo, run: () => void saveOrSay(change(), failure) }
}
