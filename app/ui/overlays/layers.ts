import { useContext, useEffectEvent, useLayoutEffect } from 'react'
import { SightContext } from './sight.ts'

/** What lies over a screen, and goes when the carer goes back: a dialog, a sheet, a preview. */
interface Layer {
  close: () => void
}

// The one opened last is on top.
const layers: Layer[] = []
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

export function openLayers(): readonly Layer[] {
  return layers
}

export function subscribeToLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While it is open, and in sight, going back closes it. */
export function useLayer(isOpen: boolean, onClose: () => void): void {
  const sight = useContext(SightContext)
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!isOpen) return
    return sight.during(() => {
      const layer = { close: () => close() }
      layers.push(layer)
      changed()
      return () => {
        layers.splice(layers.indexOf(layer), 1)
        changed()
      }
    })
  }, [isOpen, sight])
}
