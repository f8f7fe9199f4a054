import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { findTwins } from '../../core/records/twins.ts'
import { siesta } from '../../core/testing/records.ts'
import { MADRID } from '../../core/time/zone.ts'
import { sendable } from '../local/outbox.ts'
import { pairKey } from '../local/phone-memory.ts'
import { store } from '../local/phone-store.ts'
import { EMPTY_DOWNLOAD } from '../testing/empty-download.ts'
import { withOwnStore } from '../testing/own-store.ts'
import { discardRefused, retryRefused, updateRecord } from './changes.ts'
import { mergeRecords, separateRecords } from './merge.ts'

withOwnStore()

/** Two entries of one sleep, `keep` and `drop`, lie at the server and on the phone, and were merged here. */
async function merged(start = '13:00') {
  const keep = { ...siesta('2025-08-10', start, '14:00'), id: 'keep', user_id: 'u' }
  const drop = { ...siesta('2025-08-10', '13:05', '14:05'), id: 'drop', user_id: 'u' }
  const replica = await store.replica()
  await replica.db.apply({ ...EMPTY_DOWNLOAD, records: [keep, drop].map((row) => ({ id: row.id, row })) })
  await replica.showDownload({ months: ['2025-08'], from: null, to: 1 })
  const merge = await mergeRecords({ keep, drop })
  if (merge === null) throw new Error('They are no twins.')
  return { replica, merge, drop }
}

it('what a merge would have deleted and somebody has changed meanwhile comes back once, as they left it', async () => {
  const { replica, merge, drop } = await merged()
  // The server has taken the merge and left the entry, in which the partner has noted something since.
  const acceptedSeqs = replica.cache.entries.map(({ seq }) => seq)
  const noted = { ...drop, feedings: 1 }
  const known = (id: string) => replica.cache.onServer.get(id)
  const records = [{ id: 'drop', row: noted }]
  await replica.db.apply({ ...EMPTY_DOWNLOAD, from: 1, to: 2, acceptedSeqs, records, known })
  await replica.showDownload({ months: ['2025-08'], from: 1, to: 2 })
  await separateRecords(merge)
  expect(replica.cache.records.map(({ id, feedings }) => [id, feedings])).toEqual([
    ['drop', 1],
    ['keep', 0],
  ])
})

it('a merge that is undone before its answer asks of none of its two entries whether they are one sleep', async () => {
  const { replica, merge, drop } = await merged('13:10')
  await separateRecords(merge)
  // The partner had noted something in the entry: the server has left it, beside the one that came back.
  const acceptedSeqs = replica.cache.entries.map(({ seq }) => seq)
  const known = (id: string) => replica.cache.onServer.get(id)
  const records = replica.cache.records.map((row) => ({ id: row.id, row }))
  const left = { id: 'drop', row: { ...drop, feedings: 1 } }
  await replica.db.apply({
    ...EMPTY_DOWNLOAD,
    from: 1,
    to: 2,
    acceptedSeqs,
    records: [...records, left],
    known,
  })
  await replica.showDownload({ months: ['2025-08'], from: 1, to: 2 })
  const { memory, records: drawn } = replica.cache
  expect(drawn).toHaveLength(3)
  const asked = findTwins(drawn, MADRID, (a, b) => memory.apart.includes(pairKey(a, b)))
  expect(asked.map((twins) => [twins.keep.start_time, twins.drop.start_time])).toEqual([['13:05', '13:05']])
})

it('a merge whose deletion the server refused and that is undone deletes nothing when the rest is sent again', async () => {
  const { replica, merge } = await merged()
  const [deletion] = replica.cache.entries.filter(({ kind }) => kind === 'delete')
  if (deletion === undefined) throw new Error('Nothing was to be deleted.')
  const refused = { kind: 'refused', message: 'no' } as const
  await replica.storeOutcome((db) => db.setState([deletion.seq], refused))
  await updateRecord('drop', { feedings: 1 })
  await separateRecords(merge)
  await retryRefused([deletion.seq])
  expect(replica.cache.records.map(({ id, feedings, start_time }) => [id, feedings, start_time])).toEqual([
    ['drop', 1, '13:05'],
    ['keep', 0, '13:00'],
  ])
})

it.each([
  ['sent again', retryRefused],
  ['given up', discardRefused],
])(
  'a merge whose change the server refused and that is undone deletes nothing when it is %s',
  async (_, end) => {
    const { replica, merge } = await merged()
    const [patch, deletion] = replica.cache.entries
    if (patch === undefined) throw new Error('Nothing was to be changed.')
    await replica.storeOutcome((db) => db.setState([patch.seq], { kind: 'refused', message: 'no' }))
    expect([deletion?.kind, ...sendable(replica.cache.entries)]).toEqual(['delete'])
    await separateRecords(merge)
    await end([patch.seq])
    expect(replica.cache.entries.filter(({ kind }) => kind !== 'patch')).toEqual([])
    expect(replica.cache.records.map(({ id, start_time, end_time }) => [id, start_time, end_time])).toEqual([
      ['drop', '13:05', '14:05'],
      ['keep', '13:00', '14:00'],
    ])
  },
)

it('a merge whose change the server refused and that is given up leaves both entries as they were', async () => {
  const { replica } = await merged()
  const [patch] = replica.cache.entries
  if (patch === undefined) throw new Error('Nothing was to be changed.')
  await replica.storeOutcome((db) => db.setState([patch.seq], { kind: 'refused', message: 'no' }))
  await discardRefused([patch.seq])
  expect(replica.cache.entries).toEqual([])
  expect(replica.cache.records.map(({ id, end_time }) => [id, end_time])).toEqual([
    ['drop', '14:05'],
    ['keep', '14:00'],
  ])
})
