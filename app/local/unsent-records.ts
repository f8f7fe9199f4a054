import type { BabyData } from './baby-data.ts'

/** How many records wait to be sent or were refused. Changes of the baby and of the plan don't count. */
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

/** Whether there is something, of whatever kind, that the server hasn't taken. */
export function isUnsent({ sync }: Pick<BabyData, 'sync'>): boolean {
  return sync.pending + sync.refused.length > 0
}
