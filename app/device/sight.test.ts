import { describe, expect, it } from 'vitest'
import { ChangingSight } from './sight.ts'

describe('what runs while a part of the page is in sight', () => {
  it('begins at once, rests while hidden and begins anew', () => {
    const sight = new ChangingSight(true)
    const said: string[] = []
    const stop = sight.during(() => {
      said.push('begun')
      return () => said.push('ended')
    })
    sight.change(true)
    expect(said).toEqual(['begun'])
    sight.change(false)
    sight.change(false)
    expect(said).toEqual(['begun', 'ended'])
    sight.change(true)
    stop()
    expect(said).toEqual(['begun', 'ended', 'begun', 'ended'])
    sight.change(false)
    sight.change(true)
    expect(said).toHaveLength(4)
  })

  it('waits for the first sight, and never begins when it is stopped before', () => {
    const sight = new ChangingSight(false)
    let begun = 0
    const work = () => {
      begun += 1
      return () => {}
    }
    const stop = sight.during(work)
    sight.during(work)
    expect(begun).toBe(0)
    stop()
    sight.change(true)
    expect(begun).toBe(1)
  })
})
