import { type ComponentType, useState } from 'react'

/**
 * A part of a screen that is fetched when it is asked for: null until it is opened.
 * @param onFailure it could not be fetched.
 */
export function useLatePart<Props>(fetchPart: () => Promise<ComponentType<Props>>, onFailure: () => void) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  return {
    Part,
    open: () => void fetchPart().then((fetched) => setPart(() => fetched), onFailure),
    close: () => setPart(null),
  }
}
