import type { BabyData } from './data/baby-data.ts'

/** How many records the server doesn't have as they are here; changes of the baby or the plan are none. */
export function unsentRecords({ baby, plan, sync }: Pick<BabyData, 'baby' | 'plan' | 'sync'>): {
  waiting: number
  refused: number
} {
  const isRecord = (id: string) => id !== baby?.id && id !== plan?.id
  return {
    waiting: [...sync.pendingIds].filter(isRecord).length,
    refused: new Set(sync.refused.map((change) => change.rowId).filter(isRecord)).size,
  }
}
