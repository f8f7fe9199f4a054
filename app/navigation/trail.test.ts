import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextStep, type Trail, trailOf } from './trail.ts'

/** A browser's history: its entries, and which of them is the present one. */
function browser(entries: Trail[], at: number) {
  const follow = (wanted: Trail) => {
    for (let steps = 0; steps < 50; steps += 1) {
      const step = nextStep(entries[at] ?? null, wanted)
      if (step.kind === 'nothing') return
      if (step.kind === 'back') {
        expect(step.by).toBeLessThanOrEqual(at)
        at -= step.by
      } else {
        if (step.kind === 'push') at += 1
        entries.splice(at, step.kind === 'push' ? entries.length : 1, step.trail)
      }
    }
    throw new Error('It never arrives')
  }
  return { follow, entries: () => entries.slice(0, at + 1) }
}

const place = fc.constantFrom('diary', 'week', 'add', 'plan', 'sheet')
const trails = fc
  .array(place, { minLength: 1, maxLength: 6 })
  .map(([first = 'diary', ...rest]): Trail => [first, ...rest])

describe('the entries of the browser’s history', () => {
  it('begin with the first place, whatever was there', () => {
    expect(nextStep(null, ['diary', 'add'])).toEqual({ kind: 'replace', trail: ['diary'] })
  })

  it('one more for a place that opens, one less for one that closes', () => {
    expect(nextStep(['diary'], ['diary', 'add'])).toEqual({ kind: 'push', trail: ['diary', 'add'] })
    expect(nextStep(['diary', 'add'], ['diary'])).toEqual({ kind: 'back', by: 1 })
    expect(nextStep(['diary', 'add'], ['diary', 'add'])).toEqual({ kind: 'nothing' })
  })

  it('a place that gives way to another keeps its entry', () => {
    expect(nextStep(['week', 'sheet'], ['week', 'add'])).toEqual({ kind: 'replace', trail: ['week', 'add'] })
    expect(nextStep(['diary', 'week', 'plan'], ['login'])).toEqual({ kind: 'back', by: 2 })
    expect(nextStep(['diary'], ['login'])).toEqual({ kind: 'replace', trail: ['login'] })
  })

  it('are the wanted ones after some steps, from whatever they were', () => {
    fc.assert(
      fc.property(fc.array(trails, { minLength: 1, maxLength: 8 }), (wanted) => {
        const { follow, entries } = browser([['diary']], 0)
        for (const next of wanted) {
          follow(next)
          expect(entries()).toEqual(next.map((_, index) => next.slice(0, index + 1)))
        }
      }),
    )
  })

  it('are read again after a reload, and nothing else is taken for one', () => {
    expect(trailOf({ trail: ['diary', 'plan'] })).toEqual(['diary', 'plan'])
    for (const state of [null, 'diary', {}, { trail: [] }, { trail: 'diary' }, { trail: [7] }]) {
      expect(trailOf(state)).toBeNull()
    }
  })
})
