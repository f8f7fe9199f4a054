import 'fake-indexeddb/auto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { despertar } from '../../core/testing/records.ts'
import { diaryKey } from '../family/diary-key.ts'
import { openLocalDb } from '../local/local-db.ts'
import { type Entry, inCalls, newEntry } from '../local/outbox.ts'
import { Replica } from '../local/replica.ts'
import { EMPTY_DOWNLOAD } from '../testing/empty-download.ts'
import type { Failure } from '../wire/failures.ts'
import type { Tables } from './remote.ts'
import { sendInTurn, sendWaiting } from './send.ts'

function entryOf(seq: number, record: SleepRecord): Entry {
  const change = {
    kind: 'insert',
    table: 'sleep_records',
    rowId: record.id,
    body: record,
    mayExist: true,
  } as const
  return { ...newEntry(change), seq }
}

const imported = Array.from({ length: 130 }, (_, index) =>
  entryOf(index + 1, despertar('2025-08-11', '08:20')),
)

/** A server that takes a call as a whole or not at all. */
function serverThat(answer: (call: readonly string[], number: number) => Failure | null) {
  const taken: string[] = []
  let calls = 0
  const write: Tables['write'] = async (entries) => {
    const ids = entries.map(({ rowId }) => rowId)
    calls += 1
    const failure = answer(ids, calls)
    if (failure === null) taken.push(...ids)
    return failure
  }
  const never = () => Promise.reject(new Error('Not asked here'))
  const tables: Tables = {
    write,
    readPage: never,
    readRecordsUntil: never,
    readRecent: never,
    readHead: never,
    readOwn: never,
  }
  return { tables, taken, count: () => calls }
}

const REFUSAL: Failure = { status: 409, code: '23505', message: 'no' }
const seqs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('sending an import', () => {
  it('takes one call per hundred rows', async () => {
    const server = serverThat(() => null)
    expect(await sendInTurn(inCalls(imported), server.tables)).toEqual({
      accepted: seqs(1, 130),
      refused: null,
      isReachable: true,
    })
    expect(server.count()).toBe(2)
  })

  it('finds the one row that is refused, and has sent all before it and none after', async () => {
    const bad = imported[56]?.rowId ?? ''
    const server = serverThat((ids) => (ids.includes(bad) ? REFUSAL : null))
    expect(await sendInTurn(inCalls(imported), server.tables)).toEqual({
      accepted: seqs(1, 56),
      refused: { seq: 57, message: 'no' },
      isReachable: true,
    })
    expect(server.taken).toEqual(imported.slice(0, 56).map(({ rowId }) => rowId))
  })

  it('keeps what arrived when the network goes', async () => {
    const server = serverThat((_ids, call) => (call === 2 ? { status: 0, code: null, message: '' } : null))
    expect(await sendInTurn(inCalls(imported), server.tables)).toEqual({
      accepted: seqs(1, 100),
      refused: null,
      isReachable: false,
    })
  })
})

it('what was sent while another tab learnt that the server was restored is sent once more', async () => {
  vi.stubGlobal('localStorage', { length: 0 })
  onTestFinished(() => void vi.unstubAllGlobals())
  const db = await openLocalDb('c0ffee00-0000-4000-8000-000000000001', () => {})
  const entry = entryOf(1, despertar('2025-08-11', '08:20'))
  await db.append([entry])
  const restored = { ...EMPTY_DOWNLOAD, to: 7, restores: [{ id: 'copy', rev: 7 }], putBack: [] }
  const statesThen: string[] = []
  const server = serverThat(() => null)
  const write: Tables['write'] = async (entries) => {
    if (server.count() === 0) await db.apply(restored)
    else statesThen.push(...(await db.read([])).entries.map(({ state }) => state.kind))
    return server.tables.write(entries)
  }
  const replica = new Replica('c0ffee00-0000-4000-8000-000000000001', db, { now() {}, news() {} })
  const access = { known: () => null, learn: async () => true }
  onTestFinished(() => replica.close())
  expect(await sendWaiting(replica, { ...server.tables, write }, access)).toBe(true)
  expect(server.taken).toEqual([entry.rowId, entry.rowId])
  expect(statesThen).toEqual(['waiting'])
  expect((await db.read([])).entries).toMatchObject([{ state: { kind: 'sent' } }])
})

it('what a guest merged away stays until the merge is known to have found the diary open', async () => {
  vi.stubGlobal('localStorage', { length: 0 })
  onTestFinished(() => void vi.unstubAllGlobals())
  const diary = diaryKey('c0ffee00-0000-4000-8000-000000000002', 'c0ffee00-0000-4000-8000-000000000003')
  const db = await openLocalDb(diary, () => {})
  const [keep, drop] = [despertar('2025-08-11', '08:20'), despertar('2025-08-11', '08:22')]
  await db.append([
    newEntry({ kind: 'patch', table: 'sleep_records', rowId: keep.id, body: { feedings: 1 } }),
    newEntry({
      kind: 'delete',
      table: 'sleep_records',
      rowId: drop.id,
      body: null,
      mergedInto: { id: keep.id, was: drop },
    }),
  ])
  const replica = new Replica(diary, db, { now() {}, news() {} })
  onTestFinished(() => replica.close())
  const server = serverThat(() => null)
  let accessRev = 7
  const readHead: Tables['readHead'] = async () => ({
    data: [{ rev: 9, access_rev: accessRev }],
    failure: null,
  })
  const access = { known: () => 5, learn: async () => true }
  expect(await sendWaiting(replica, { ...server.tables, readHead }, access)).toBe(false)
  expect(server.taken).toEqual([keep.id])
  accessRev = 5
  expect(await sendWaiting(replica, { ...server.tables, readHead }, access)).toBe(true)
  expect(server.taken).toEqual([keep.id, drop.id])
})
