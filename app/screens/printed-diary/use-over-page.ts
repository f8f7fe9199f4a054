import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useLayer } from '../../ui/overlays/layers.ts'

/**
 * For what lies over the whole page: the page beneath can't be reached, Escape and going back close it, the focus goes
 * to `first` and comes back to where it was, and the document has another title meanwhile.
 */
export function useOverPage(title: string, first: RefObject<HTMLElement | null>, onClose: () => void): void {
  useLayer(true, onClose)
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  })

  useEffect(() => {
    const page = document.getElementById('root')
    const cameFrom = document.activeElement
    document.addEventListener('keydown', closeOnEscape)
    page?.toggleAttribute('inert', true)
    first.current?.focus({ preventScroll: true })
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      page?.toggleAttribute('inert', false)
      if (cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
    }
  }, [first])

  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
