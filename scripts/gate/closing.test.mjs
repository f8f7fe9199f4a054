import { describe, expect, it } from 'vitest'
import { areTooMany, closingLines, judge } from './closing.mjs'

const failure = (/** @type {string} */ name) => ({ name, why: `${name} no` })
/**
 * @param {readonly string[]} passed
 * @param {readonly string[]} [failed]
 * @param {readonly string[]} [broken]
 */
const played = (passed, failed = [], broken = []) => ({
  passed,
  failed: failed.map(failure),
  broken: broken.map(failure),
  units: passed.length + failed.length,
  failedUnits: failed.length,
})

describe('what a run comes to', () => {
  it('counts what passed, and names what is broken', () => {
    const outcome = judge([{ title: 'A', first: played(['1', '2'], [], ['carga']), again: null }])
    expect(outcome).toEqual({ passed: 2, failures: [{ name: 'A: carga', why: 'carga no' }], unsteady: [] })
  })

  it('takes what passes by itself for unsteady, with the words of its first failure', () => {
    const outcome = judge([{ title: 'A', first: played(['1'], ['2', '3']), again: played(['2'], ['3']) }])
    expect(outcome).toEqual({
      passed: 2,
      failures: [{ name: 'A: 3', why: '3 no' }],
      unsteady: [{ part: 'A', name: '2', why: '2 no', isListed: false }],
    })
  })

  it('keeps a failure that nobody played again, or whose second turn never came to its end', () => {
    expect(judge([{ title: 'A', first: played([], ['1']), again: null }]).failures).toHaveLength(1)
    const again = played([], [], ['no se ha podido ejecutar'])
    expect(judge([{ title: 'A', first: played([], ['1']), again }]).failures).toHaveLength(2)
  })

  it('names what fails only in the second turn of its file', () => {
    const outcome = judge([{ title: 'A', first: played(['1'], ['2']), again: played(['2'], ['1']) }])
    expect(outcome.failures).toEqual([])
    expect(outcome.unsteady.map(({ name }) => name)).toEqual(['2', '1'])
  })

  it('lets what is on the list decide nothing, and names it', () => {
    const outcome = judge(
      [{ title: 'A', first: played(['1', '3'], ['2']), again: played([], ['2']) }],
      ['2', '3'],
    )
    expect(outcome).toEqual({
      passed: 1,
      failures: [],
      unsteady: [{ part: 'A', name: '2', why: '2 no', isListed: true }],
    })
  })

  it('has no second turn for more than one in fifty, all parts together', () => {
    expect(
      areTooMany([
        { units: 90, failedUnits: 2 },
        { units: 10, failedUnits: 0 },
      ]),
    ).toBe(false)
    expect(
      areTooMany([
        { units: 90, failedUnits: 2 },
        { units: 9, failedUnits: 0 },
      ]),
    ).toBe(true)
  })

  it('is told by its last lines alone', () => {
    const failures = [{ name: 'A: 3', why: 'e2e/a.e2e.ts:7\n\nesperaba 1' }]
    const unsteady = [{ part: 'B', name: '2', why: 'tarde', isListed: false }]
    expect(closingLines({ passed: 4, failures, unsteady }, ['A: 12 s'])).toEqual([
      '',
      '✗ A: 3',
      '    e2e/a.e2e.ts:7',
      '    esperaba 1',
      '',
      '~ Inestable: B: 2',
      '    tarde',
      '',
      'A: 12 s',
      'Inestables: 1 (test-results/unsteady.json)',
      '',
      '4 passed, 1 failed',
    ])
  })
})
