import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ChangingVisibility, whenSeen } from './panel-visibility.ts'

describe('what runs while a part of the page is in sight', () => {
  it('begins at once, rests while hidden and begins anew', () => {
    const visibility = new ChangingVisibility(true)
    const said: string[] = []
    const stop = visibility.during(() => {
      said.push('begun')
      return () => said.push('ended')
    })
    visibility.change(true)
    expect(said).toEqual(['begun'])
    visibility.change(false)
    visibility.change(false)
    expect(said).toEqual(['begun', 'ended'])
    visibility.change(true)
    stop()
    expect(said).toEqual(['begun', 'ended', 'begun', 'ended'])
    visibility.change(false)
    visibility.change(true)
    expect(said).toHaveLength(4)
  })

  it('waits for the first time in sight, and never begins when it is stopped before', () => {
    const visibility = new ChangingVisibility(false)
    let begun = 0
    const work = () => {
      begun += 1
      return () => {}
    }
    const stop = visibility.during(work)
    visibility.during(work)
    expect(begun).toBe(0)
    stop()
    visibility.change(true)
    expect(begun).toBe(1)
  })
})

describe('what is done when a part of the page is seen', () => {
  /** A part of a page that is idle only where that is waited for. */
  function seenPart() {
    vi.useFakeTimers()
    vi.stubGlobal('window', {})
    onTestFinished(() => {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    })
    const [visibility, work] = [new ChangingVisibility(true), vi.fn()]
    return { visibility, work, stop: whenSeen(visibility, work) }
  }

  it('waits until the tap that shows it is painted, and is done anew each time', () => {
    const { visibility, work } = seenPart()
    expect(work).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(work).toHaveBeenCalledOnce()
    visibility.change(false)
    visibility.change(true)
    vi.runAllTimers()
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('is taken back where the part is left at once, and done the next time', () => {
    const { visibility, work } = seenPart()
    visibility.change(false)
    vi.runAllTimers()
    expect(work).not.toHaveBeenCalled()
    visibility.change(true)
    vi.runAllTimers()
    expect(work).toHaveBeenCalledOnce()
  })

  it('is done no more once nobody waits for it', () => {
    const { work, stop } = seenPart()
    stop()
    vi.runAllTimers()
    expect(work).not.toHaveBeenCalled()
  })
})
