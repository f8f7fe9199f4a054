import { describe, expect, it } from 'vitest'
import type { RefusedChange } from '../../app/local/baby-data.ts'
import { BLANK_RECORD } from '../../core/records/sleep-record.ts'
import type { Kept, Place, View } from '../program/commands.ts'
import { CARER, OWNER, PERSON } from '../program/family-program.ts'
import { REFUSED_FEEDINGS, startOf } from '../program/intents.ts'
import type { NotedEffect } from './effect-log.ts'
import { type FamilyEvidence, judgeFamily } from './family.ts'
import { History } from './history.ts'
import type { Verdict } from './verdict.ts'

/*
 * The owner, the carer and the person each begin a nap. Then the person becomes a viewer and begins another one, which
 * is refused, and is let out in the end. A nap's number is that of its change, and of the minute in which it begins.
 */

const ACCOUNTS = ['owner', 'carer', 'person'] as const
const OUT: Place = { accountId: 'person', familyId: 'person', role: 'owner' }
const REFUSED = 4
const NAPS = [
  { mark: 1, phone: OWNER },
  { mark: 2, phone: CARER },
  { mark: 3, phone: PERSON },
  { mark: REFUSED, phone: PERSON },
] as const
const [BECOMES_VIEWER, IS_LET_OUT] = [10, 20]

const nap = (mark: number, user_id = 'owner') => ({
  ...BLANK_RECORD,
  ...startOf(mark),
  id: `nap ${mark}`,
  user_id,
})

function logged(mark: number, by: (typeof ACCOUNTS)[number], nr = mark): NotedEffect {
  const row = nap(mark)
  return {
    table: 'sleep_records',
    kind: 'INSERT',
    rowId: row.id,
    opId: `op of ${mark}`,
    row,
    nr,
    familyId: 'owner',
    byAccount: by,
    loggedBy: by === 'owner' ? null : by,
  }
}
const LOGGED = [logged(1, 'owner'), logged(2, 'carer'), logged(3, 'person')]

const KEPT: Kept = {
  isKnown: false,
  unsent: 1,
  changed: [{ kind: 'insert', rowId: `nap ${REFUSED}` }],
  rows: [`nap ${REFUSED}`],
  lost: [],
}

function viewOf(changes: Partial<View>): View {
  const nothing = { baby: null, plan: null, records: [], lost: [], vanished: [], returned: [], errors: [] }
  return {
    isSignedIn: true,
    place: OUT,
    isReady: true,
    loadFailed: false,
    pending: 0,
    refused: [],
    ...nothing,
    ...changes,
  }
}

function historyOfNaps(): History {
  const history = new History()
  for (const { mark, phone } of NAPS) {
    const deed = history.begin(phone, mark, { do: 'start', draft: startOf(mark) })
    history.end(deed, { kind: 'stored', rowId: `nap ${mark}`, unchanged: [], isShown: true })
  }
  return history
}

function refusal(kind: 'insert' | 'patch', mark: number): RefusedChange {
  return { seq: mark, kind, rowId: `nap ${mark}`, table: 'sleep_records', message: 'no' }
}

/** What the judge finds where all is as it should be but for this. */
function found(but: Partial<FamilyEvidence> = {}, view: Partial<View> = {}): Partial<Verdict> {
  const history = historyOfNaps()
  const effects = but.effects ?? LOGGED
  const rows = new Map(effects.flatMap(({ row }) => (row === null ? [] : [[row.id, row] as const])))
  const verdict = judgeFamily({
    history,
    accounts: ACCOUNTS,
    effects,
    finalRows: [...rows.values()],
    grants: [
      { nr: 0, familyId: 'owner', accountId: 'carer', role: 'carer' },
      { nr: 0, familyId: 'owner', accountId: 'person', role: 'carer' },
      { nr: BECOMES_VIEWER, familyId: 'owner', accountId: 'person', role: 'viewer' },
      { nr: IS_LET_OUT, familyId: 'owner', accountId: 'person', role: null },
    ],
    views: [{ name: 'c0', phone: PERSON, view: viewOf({ vanished: ['nap 1'], ...view }), wasKilled: false }],
    differing: [],
    isOut: true,
    kept: KEPT,
    heard: [],
    ...but,
  })
  const findings = Object.entries(verdict).filter(([, texts]) => texts.length > 0)
  return Object.fromEntries(findings)
}

describe('the judge of a family', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(found()).toEqual({})
  })

  it('finds what each of them lost', () => {
    for (const effect of LOGGED) {
      expect(found({ effects: LOGGED.filter((other) => other !== effect) }).lost).toHaveLength(1)
    }
  })

  it('finds what left the screen of the owner or the carer, unless a killed phone forgot the family', () => {
    const shown = (phone: number, wasKilled: boolean) => {
      const view = viewOf({ vanished: ['nap 1'], returned: ['nap 2'] })
      const { lost, broken } = found({ views: [{ name: 'x0', phone, view, wasKilled }] })
      return [lost, broken].map((texts) => texts?.length ?? 0)
    }
    expect(shown(OWNER, true)).toEqual([1, 1])
    expect(shown(CARER, false)).toEqual([1, 1])
    expect(shown(CARER, true)).toEqual([0, 0])
  })

  it('finds what left the owner’s screen although the person’s phone kept a refused change of it', () => {
    const [owner, person] = [viewOf({ vanished: ['nap 1'] }), viewOf({ refused: [refusal('patch', 1)] })]
    const views = [
      { name: 'a0', phone: OWNER, view: owner, wasKilled: false },
      { name: 'c0', phone: PERSON, view: person, wasKilled: false },
    ]
    expect(found({ views })).toEqual({ lost: ['nap 1 ha desaparecido de la pantalla de a0'] })
  })

  it('finds what is there twice', () => {
    const again = { ...logged(3, 'person', 5), rowId: 'copy', opId: 'again', row: { ...nap(3), id: 'copy' } }
    expect(found({ effects: [...LOGGED, again] }).doubled).toHaveLength(1)
  })

  it('finds what was refused and then forgotten, or kept and not said', () => {
    expect(found({ kept: { ...KEPT, unsent: 0, changed: [], rows: [] } }).lost).toHaveLength(1)
    expect(found({ kept: { ...KEPT, unsent: 0 } }).lost).toHaveLength(1)
  })

  it('finds what a refused change of a row doesn’t excuse', () => {
    const kept = { ...KEPT, changed: [...KEPT.changed, { kind: 'patch', rowId: 'nap 3' } as const] }
    expect(found({ kept, effects: LOGGED.slice(0, 2) }).lost).toHaveLength(1)
  })

  it('finds what a person who is a carer again hasn’t sent, unless it is spoiled or its record is gone', () => {
    const back = (refused: View['refused'], but: Partial<FamilyEvidence> = {}) =>
      found({ isOut: false, ...but }, { refused }).differing ?? []
    expect(back([refusal('insert', REFUSED)])).toHaveLength(1)
    expect(back([refusal('patch', 1)])).toHaveLength(1)
    const gone = { ...logged(1, 'owner', 5), kind: 'DELETE', row: null } as const
    expect(back([refusal('patch', 1)], { effects: [...LOGGED, gone] }).join()).not.toContain('rechazado')
    const history = historyOfNaps()
    history.begin(PERSON, 5, { do: 'edit', id: 'nap 2', patch: { feedings: REFUSED_FEEDINGS } })
    expect(back([refusal('patch', 2)], { history })).toEqual([])
    history.begin(PERSON, 6, { do: 'add', draft: { ...nap(6), feedings: REFUSED_FEEDINGS } })
    expect(back([refusal('insert', 6), refusal('patch', 3)], { history })).toHaveLength(1)
  })

  it('lets what was taken and then refused be in the log once', () => {
    const taken = logged(REFUSED, 'person', BECOMES_VIEWER - 1)
    expect(found({ effects: [...LOGGED, taken] })).toEqual({})
    const again = { ...taken, rowId: 'copy', opId: 'again', row: { ...nap(REFUSED), id: 'copy' } }
    expect(found({ effects: [...LOGGED, taken, again] }).doubled).toHaveLength(1)
  })

  it('finds what was written by somebody who might only read, or nothing any more', () => {
    for (const nr of [BECOMES_VIEWER + 1, IS_LET_OUT + 1]) {
      expect(found({ effects: [...LOGGED, logged(REFUSED, 'person', nr)] }).broken).toHaveLength(1)
    }
  })

  it('finds a record that is said to be somebody else’s', () => {
    const [first, second, third] = LOGGED
    if (!first || !second || !third) throw new Error('A nap is missing')
    expect(found({ effects: [first, { ...second, loggedBy: null }, third] }).differing).toHaveLength(1)
    expect(found({ effects: [{ ...first, loggedBy: 'carer' }, second, third] }).differing).toHaveLength(1)
  })

  it('finds what was seen after the end: on the screen, on the disk, in an answer', () => {
    expect(found({}, { place: { ...OUT, familyId: 'owner', role: 'viewer' } }).seen).toHaveLength(1)
    expect(found({}, { records: [nap(1)] }).seen).toHaveLength(1)
    expect(found({ kept: { ...KEPT, rows: [...KEPT.rows, 'nap 1'] } }).seen).toHaveLength(1)
    expect(found({ kept: { ...KEPT, isKnown: true } }).seen).toHaveLength(1)
    expect(found({ heard: ['sleep_records'] }).seen).toHaveLength(1)
  })
})
