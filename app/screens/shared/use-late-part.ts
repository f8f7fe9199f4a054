import { type ComponentType, useState } from 'react'
import { showToast } from '../../ui/overlays/toasts.ts'
import { isPartGone } from '../../update/missing-parts.ts'
import { shell } from '../../words/entrance.es.ts'

/**
 * A part of a screen that is fetched when it is asked for: null until it is opened.
 * @param onFailure the network couldn't fetch it.
 */
export function useLatePart<Props>(fetchPart: () => Promise<ComponentType<Props>>, onFailure: () => void) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)

  async function sayWhy(failure: unknown) {
    if (!(await isPartGone(failure))) return onFailure()
    // The button asks first, where something is typed and not sent.
    showToast({ title: shell.newVersionHere, detail: shell.newVersionFirst, tone: 'failure' })
  }

  return {
    Part,
    open: () => void fetchPart().then((fetched) => setPart(() => fetched), sayWhy),
    close: () => setPart(null),
  }
}
