import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOpen, type SleepRecord, sortNewestFirst } from '../../core/records/sleep-record.ts'
import { TAP_KINDS, withTapChange, withTapsCounted } from '../../core/records/taps.ts'
import { siesta } from '../../core/testing/records.ts'
import { recordEdit, tapEdit } from '../changes/record-changes.ts'
import { changedMonths, type Month, monthOf, touchedMonths } from '../local/months.ts'
import { type Change, type Entry, sameRow, sendable, superseded, withLater } from '../local/outbox.ts'
import { NOTHING_REMEMBERED } from '../local/phone-memory.ts'
import { advance, emptyRowCache, type RowCache } from '../local/row-cache.ts'

/*
 * Phones and a server that keeps the rules of the migrations, in any interleaving of changes, lost messages, crashes
 * and downloads. The phones run the app's own code; only the disk and the network are replaced by plain values.
 */

interface Server {
  rev: number
  ops: Set<string>
  rows: Map<string, { record: SleepRecord; rev: number }>
  deleted: Map<string, number>
  /** Every op in the order it took effect. */
  effects: { opId: string; change: Change<'sleep_records'> }[]
}

interface Phone {
  name: string
  /** The phone's disk, which survives a crash. */
  cursor: number
  months: Map<string, Month>
  /** Ids of records that are known to be gone. */
  deleted: Set<string>
  entries: Entry<'sleep_records'>[]
  nextSeq: number
  cache: RowCache
}

const REFUSED_FEEDINGS = 99

function receive(server: Server, { opId, ...change }: Entry<'sleep_records'>): 'accepted' | 'refused' {
  if (change.kind === 'patch' && change.body.feedings === REFUSED_FEEDINGS) return 'refused'
  const row = server.rows.get(change.rowId)
  if (change.kind === 'delete') {
    const { mergedInto } = change
    if (row === undefined) return 'accepted'
    if (mergedInto !== undefined && !sameRow(row.record, mergedInto.was)) return 'accepted'
    server.rows.delete(change.rowId)
    server.deleted.set(change.rowId, ++server.rev)
  } else if (server.ops.has(opId)) return 'accepted'
  else if (change.kind === 'insert') {
    if (row !== undefined && change.mayExist === true) return 'accepted'
    if (row !== undefined || server.deleted.has(change.rowId)) return 'refused'
    server.ops.add(opId)
    server.rows.set(change.rowId, { record: change.body, rev: ++server.rev })
  } else {
    if (row === undefined) return 'accepted'
    server.ops.add(opId)
    const record = { ...row.record, ...change.body }
    const tapped = withTapsCounted(change.tap ? withTapChange(record, change.tap) : record)
    server.rows.set(change.rowId, { record: tapped, rev: ++server.rev })
  }
  server.effects.push({ opId, change })
  return 'accepted'
}

function draw(phone: Phone, months: readonly string[]): void {
  const { cursor, entries } = phone
  const touched = months.map((month) => storedMonth(phone, month))
  phone.cache = advance(phone.cache, {
    cursor,
    isPartial: false,
    restores: [],
    memory: NOTHING_REMEMBERED,
    entries,
    babies: [],
    plans: [],
    months: touched,
  })
}

function storedMonth(phone: Phone, month: string): Month {
  return phone.months.get(month) ?? { month, records: [] }
}

function change(phone: Phone, made: Change<'sleep_records'>): void {
  const seq = phone.nextSeq++
  phone.entries = [
    ...phone.entries,
    { ...made, seq, opId: `${phone.name}-${seq}`, state: { kind: 'waiting' } },
  ]
  draw(phone, [])
}

function setState(phone: Phone, seq: number, state: Entry['state']): void {
  phone.entries = phone.entries.map((entry) => (entry.seq === seq ? { ...entry, state } : entry))
  draw(phone, [])
}

type Fate = 'answered' | 'request lost' | 'answer lost'

/** Sends the next entry. A lost answer, or a crash before it is noted, leaves the entry waiting. */
function sendOne(phone: Phone, server: Server, fate: Fate): boolean {
  const [next] = sendable(phone.entries)
  const entry = phone.entries.find(({ seq }) => seq === next?.seq)
  if (entry === undefined || fate === 'request lost') return false
  const outcome = receive(server, entry)
  if (fate === 'answer lost') return false
  setState(phone, entry.seq, outcome === 'accepted' ? { kind: 'sent' } : { kind: 'refused', message: '' })
  return true
}

/** A download: the latest number is read first, the rows and the tombstones later, and `meanwhile` things change. */
function download(phone: Phone, server: Server, meanwhile: () => void): void {
  const acceptedSeqs = phone.entries.filter((entry) => entry.state.kind === 'sent').map((entry) => entry.seq)
  const [from, to] = [phone.cursor, server.rev]
  meanwhile()
  const rows = [...server.rows.values()].filter(({ rev }) => rev > from).map(({ record }) => record)
  meanwhile()
  const deleted = [...server.deleted].filter(([, rev]) => rev > from).map(([id]) => id)
  const gone = deleted.map((id) => ({ table: 'sleep_records' as const, id }))
  const dropped = new Set(superseded(phone.entries, acceptedSeqs, gone).map(({ seq }) => seq))
  phone.entries = phone.entries.filter(({ seq }) => !dropped.has(seq))
  const changes = [...rows.map((row) => ({ id: row.id, row })), ...deleted.map((id) => ({ id, row: null }))]
  const touched = touchedMonths(changes, (id) => {
    const known = phone.cache.onServer.get(id)
    return known && monthOf(known)
  })
  const months = touched.map((month) => storedMonth(phone, month))
  for (const month of changedMonths(months, changes)) phone.months.set(month.month, month)
  for (const id of deleted) phone.deleted.add(id)
  phone.cursor = to
  draw(phone, touched)
}

/** A crash: the page starts again with what the disk holds. */
function crash(phone: Phone): void {
  phone.cache = emptyRowCache()
  draw(phone, [...phone.months.keys()])
}

const fate = fc.constantFrom<Fate>('answered', 'answered', 'request lost', 'answer lost')
const who = fc.nat({ max: 1 })
const pick = fc.nat({ max: 30 })
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), who, minute: fc.nat({ max: 59 }) }),
  fc.record({ do: fc.constant('import' as const), who, minute: fc.nat({ max: 2 }) }),
  fc.record({
    do: fc.constant('edit' as const),
    who,
    pick,
    body: fc.oneof(
      fc.record({ feedings: fc.constantFrom(1, 2, REFUSED_FEEDINGS) }),
      fc.record({ wake_ups: fc.constantFrom(0, 2) }),
      fc.record({ end_time: fc.constantFrom('14:00', '15:00', null) }),
      fc.record({ start_time: fc.constantFrom('09:00', '12:00') }),
      fc.record({ date: fc.constantFrom('2025-07-31', '2025-08-10', '2025-09-01') }),
    ),
  }),
  fc.record({
    do: fc.constant('tap' as const),
    who,
    pick,
    kind: fc.constantFrom(...TAP_KINDS),
    // As of a waking that takes up the night which had just ended.
    patch: fc.constantFrom({}, { end_time: null }),
  }),
  fc.record({ do: fc.constant('untap' as const), who, pick }),
  fc.record({ do: fc.constant('delete' as const), who, pick }),
  fc.record({ do: fc.constant('merge' as const), who, pick }),
  fc.record({ do: fc.constant('send' as const), who, fate }),
  fc.record({ do: fc.constant('send' as const), who, fate }),
  fc.record({ do: fc.constant('download' as const), who, fate }),
  fc.record({ do: fc.constant('crash' as const), who }),
  fc.record({ do: fc.constant('discard' as const), who }),
  fc.record({ do: fc.constant('retry' as const), who }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function take(action: Step, phone: Phone, other: Phone, server: Server): void {
  const { records } = phone.cache
  const record = 'pick' in action ? records[action.pick % Math.max(1, records.length)] : undefined
  const refused = phone.entries.find((entry) => entry.state.kind === 'refused')
  if (action.do === 'add') {
    const id = `${phone.name}-record-${phone.nextSeq}`
    const body = { ...siesta('2025-08-11', `10:${String(action.minute).padStart(2, '0')}`), id }
    change(phone, { kind: 'insert', table: 'sleep_records', rowId: id, body })
  } else if (action.do === 'import') importFile(phone, action.minute)
  else if (action.do === 'edit' && record !== undefined) {
    for (const made of recordEdit(record, action.body).changes) change(phone, made)
  } else if (action.do === 'tap' && record !== undefined) {
    const tap = { id: `${phone.name}-tap-${phone.nextSeq}`, kind: action.kind, time: '03:10' }
    for (const made of tapEdit(record, { tap }, action.patch).changes) change(phone, made)
  } else if (action.do === 'untap') {
    const tapped = records.filter(({ taps }) => taps.length > 0)
    const of = tapped[action.pick % Math.max(1, tapped.length)]
    const tap = of?.taps[action.pick % of.taps.length]
    if (of === undefined || tap === undefined) return
    for (const made of tapEdit(of, { tap, undone: true }).changes) change(phone, made)
  } else if (action.do === 'delete' && record !== undefined) {
    change(phone, { kind: 'delete', table: 'sleep_records', rowId: record.id, body: null })
  } else if (action.do === 'merge') {
    const drop = records.find(({ id }) => id !== record?.id)
    if (record !== undefined && drop !== undefined) merge(phone, record, drop)
  } else if (action.do === 'send') sendOne(phone, server, action.fate)
  else if (action.do === 'download') {
    download(phone, server, () => {
      sendOne(other, server, action.fate)
      sendOne(phone, server, 'answer lost')
    })
  } else if (action.do === 'crash') crash(phone)
  else if (action.do === 'retry' && refused !== undefined) setState(phone, refused.seq, { kind: 'waiting' })
  else if (action.do === 'discard' && refused !== undefined) discard(phone, refused.seq)
}

/** The record that stays is changed, and then the other one is deleted. */
function merge(phone: Phone, keep: SleepRecord, drop: SleepRecord): void {
  const row = { table: 'sleep_records' } as const
  change(phone, { ...row, kind: 'patch', rowId: keep.id, body: { quality: 'mala' } })
  const mergedInto = { id: keep.id, was: drop }
  change(phone, { ...row, kind: 'delete', rowId: drop.id, body: null, mergedInto })
}

/** Whether the server has taken what a merge gave the record that stays, unless that was deleted. */
function isWholeMerge(server: Server, opId: string, { mergedInto }: Change): boolean {
  if (mergedInto === undefined || server.deleted.has(mergedInto.id)) return true
  const [phone, seq] = opId.split('-')
  return server.ops.has(`${phone}-${Number(seq) - 1}`)
}

/** Imports a record: both phones derive the same id for it, and skip ids that are known to be deleted. */
function importFile(phone: Phone, minute: number): void {
  const goes = phone.entries.filter(({ kind, state }) => kind === 'delete' && state.kind !== 'refused')
  const gone = new Set([...phone.deleted, ...goes.map(({ rowId }) => rowId)])
  let turn = 0
  while (gone.has(`import-${minute}-${turn}`)) turn += 1
  const id = `import-${minute}-${turn}`
  if (phone.cache.recordsById.has(id)) return
  const body = { ...siesta('2025-08-11', `11:0${minute}`), id }
  change(phone, { kind: 'insert', table: 'sleep_records', rowId: id, body, mayExist: true })
}

function discard(phone: Phone, seq: number): void {
  const discarded = new Set(withLater(phone.entries, [seq]).map((entry) => entry.seq))
  phone.entries = phone.entries.filter((entry) => !discarded.has(entry.seq))
  draw(phone, [])
}

function newPhone(name: string): Phone {
  return {
    name,
    cursor: 0,
    months: new Map(),
    deleted: new Set(),
    entries: [],
    nextSeq: 1,
    cache: emptyRowCache(),
  }
}

/** Sends everything, gives up what was refused, and downloads until nothing is new. */
function settle(phones: readonly Phone[], server: Server): void {
  for (const phone of phones) {
    for (;;) {
      while (sendOne(phone, server, 'answered'));
      const refused = phone.entries.find((entry) => entry.state.kind === 'refused')
      if (refused === undefined) break
      discard(phone, refused.seq)
    }
  }
  for (const phone of phones) download(phone, server, () => undefined)
}

it('any interleaving ends with all phones showing what the server has, each change taken once and in order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const server: Server = { rev: 0, ops: new Set(), rows: new Map(), deleted: new Map(), effects: [] }
      const phones = [newPhone('a'), newPhone('b')] as const
      for (const action of steps) {
        const phone = action.who === 0 ? phones[0] : phones[1]
        take(action, phone, action.who === 0 ? phones[1] : phones[0], server)
        // The cache that was updated step by step shows the same as one that is read afresh.
        const fresh = { ...phone, cache: emptyRowCache() }
        crash(fresh)
        expect(phone.cache.records).toEqual(fresh.cache.records)
        expect(phone.cache.open).toEqual(phone.cache.records.filter(isOpen))
        const known = [...server.deleted].filter(([, rev]) => rev <= phone.cursor)
        for (const [id] of known) expect(phone.cache.recordsById.has(id)).toBe(false)
      }
      settle(phones, server)
      const onServer = sortNewestFirst([...server.rows.values()].map(({ record }) => record))
      for (const phone of phones) {
        expect(phone.entries).toEqual([])
        expect(phone.cache.records).toEqual(onServer)
      }
      expect(server.effects.filter(({ opId, change }) => !isWholeMerge(server, opId, change))).toEqual([])
      const taken = server.effects.map(({ opId }) => opId)
      expect(new Set(taken).size).toBe(taken.length)
      for (const { name } of phones) {
        const seqs = taken.filter((opId) => opId.startsWith(`${name}-`)).map((opId) => Number(opId.slice(2)))
        expect(seqs).toEqual([...seqs].sort((one, other) => one - other))
      }
    }),
    { numRuns: 400 },
  )
})

it('a record that nobody deleted is never lost, whatever happened on the way', () => {
  const gentle = step.filter((action) => !['delete', 'merge', 'discard'].includes(action.do))
  fc.assert(
    fc.property(fc.array(gentle, { maxLength: 80, size: 'max' }), (steps) => {
      const server: Server = { rev: 0, ops: new Set(), rows: new Map(), deleted: new Map(), effects: [] }
      const phones = [newPhone('a'), newPhone('b')] as const
      const added = new Set<string>()
      for (const action of steps) {
        const phone = action.who === 0 ? phones[0] : phones[1]
        if (action.do === 'add') added.add(`${phone.name}-record-${phone.nextSeq}`)
        if (action.do === 'import') added.add(`import-${action.minute}-0`)
        take(action, phone, action.who === 0 ? phones[1] : phones[0], server)
        for (const id of added) {
          const owners = phones.filter(({ name }) => id.startsWith(`${name}-`) || id.startsWith('import-'))
          expect(owners.some(({ cache }) => cache.recordsById.has(id))).toBe(true)
        }
      }
      settle(phones, server)
      expect(new Set(server.rows.keys())).toEqual(added)
    }),
    { numRuns: 200 },
  )
})
