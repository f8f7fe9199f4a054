import { describe, expect, it } from 'vitest'
import { ChangingVisibility } from './panel-visibility.ts'

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
