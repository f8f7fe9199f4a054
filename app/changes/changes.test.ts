import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { siesta } from '../../core/testing/records.ts'
import { store } from '../local/phone-store.ts'
import { EMPTY_DOWNLOAD } from '../testing/empty-download.ts'
import { withOwnStore } from '../testing/own-store.ts'
import { updateRecord } from './changes.ts'

withOwnStore()

it('a record that is changed here while another tab knows it to be deleted can be brought back as changed', async () => {
  const nap = { ...siesta('2025-08-10', '13:00', '14:00'), id: 'nap', user_id: 'u' }
  const replica = await store.replica()
  await replica.db.apply({ ...EMPTY_DOWNLOAD, records: [{ id: 'nap', row: nap }] })
  await replica.showDownload({ months: ['2025-08'], from: null, to: 1 })
  const known = () => nap
  await replica.db.apply({
    ...EMPTY_DOWNLOAD,
    from: 1,
    to: 2,
    records: [{ id: 'nap', row: null }],
    deleted: [{ table: 'sleep_records', id: 'nap' }],
    known,
  })
  expect(replica.cache.recordsById.get('nap')).toEqual(nap)
  await updateRecord('nap', { feedings: 2 })
  expect(replica.cache.memory.lost).toMatchObject([{ id: 'nap', feedings: 2 }])
})
