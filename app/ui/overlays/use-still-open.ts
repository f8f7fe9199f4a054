import { useLayoutEffect, useRef } from 'react'

/**
 * For what waits for an answer: whoever has closed the sheet meanwhile may be in another one, which the answer must
 * neither close nor change. What a sheet shows is made anew each time that it opens, so this stands in there.
 *
 * @returns tells whether that opening is still on the screen.
 */
export function useStillOpen(): () => boolean {
  const isOpenNow = useRef(true)
  useLayoutEffect(() => {
    isOpenNow.current = true
    return () => {
      isOpenNow.current = false
    }
  }, [])
  return () => isOpenNow.current
}
