import { describe, expect, it } from 'vitest'
import { BLANK_RECORD } from '../../core/records/sleep-record.ts'
import type { Kept, Place, View } from '../program/commands.ts'
import { CARER, OWNER, PERSON } from '../program/family-program.ts'
import { startOf } from '../program/intents.ts'
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

/** What the judge finds where all is as it should be but for this. */
function found(but: Partial<FamilyEvidence> = {}, view: Partial<View> = {}): Partial<Verdict> {
  const history = new History()
  for (const { mark, phone } of NAPS) {
    const deed = history.begin(phone, mark, { do: 'start', draft: startOf(mark) })
    history.end(deed, { kind: 'stored', rowId: `nap ${mark}`, unchanged: [], isShown: true })
  }
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
    views: [{ name: 'c0', phone: PERSON, view: viewOf({ vanished: ['nap 1'], ...view }) }],
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

  it('finds what left the owner’s screen, whose diary is always the family’s', () => {
    const view = viewOf({
      place: { accountId: 'owner', familyId: 'owner', role: 'owner' },
      vanished: ['nap 1'],
    })
    expect(found({ views: [{ name: 'a0', phone: OWNER, view }] }).lost).toHaveLength(1)
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
