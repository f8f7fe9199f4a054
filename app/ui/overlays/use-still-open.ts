import { useLayoutEffect, useRef } from 'react'

/**
 * For what waits for an answer: whoever has closed the sheet meanwhile may be in another one, which the answer must
 * neither close nor change. What a sheet shows is made anew each time that it opens: there this means that opening.
 *
 * @param isOpen for who shows the sheet itself; by default as long as the component is on the screen.
 * @returns tells whether it is still open.
 */
export function useStillOpen(isOpen = true): () => boolean {
  const isOpenNow = useRef(isOpen)
  useLayoutEffect(() => {
    isOpenNow.current = isOpen
    return () => {
      isOpenNow.current = false
    }
  }, [isOpen])
  return () => isOpenNow.current
}
