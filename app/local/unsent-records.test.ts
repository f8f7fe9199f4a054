import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../core/plan/plan.ts'
import { unsentRecords } from './unsent-records.ts'

const baby = { id: 'user', user_id: 'user', name: 'Lucía', birth_date: '2025-01-05', birth_date_known: true }
const plan = { id: 'user', user_id: 'user', ...DEFAULT_PLAN }

describe('unsentRecords', () => {
  it('counts each record once, and neither the baby nor the plan', () => {
    const refused = (seq: number, rowId: string, table: string) => ({
      seq,
      kind: 'patch' as const,
      rowId,
      table,
      message: '',
    })
    expect(
      unsentRecords({
        baby,
        plan,
        sync: {
          online: false,
          isServerTroubled: false,
          isPhoneFull: false,
          pending: 5,
          pendingIds: new Set(['user', 'nap', 'night']),
          refused: [
            refused(1, 'old', 'sleep_records'),
            refused(2, 'old', 'sleep_records'),
            refused(3, 'user', 'baby_info'),
          ],
        },
      }),
    ).toEqual({ waiting: 2, refused: 1 })
  })
})
