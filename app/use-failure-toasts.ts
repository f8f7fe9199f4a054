import { useEffect, useRef } from 'react'
import { common, failures, shell } from './copy.es.ts'
import type { RefusedChange } from './data/baby-data.ts'
import { useBabyData } from './data/use-baby-data.ts'
import { showToast } from './ui/toasts.ts'

const CONNECTION_ERROR_MS = 10_000

const REFUSED: Readonly<Record<string, string>> = {
  baby_info: failures.baby,
  sleep_plans: failures.plan,
  sleep_records: failures.saveRecord,
}

/** Says what failed behind the screen's back: the first download, and each change the server refuses for good. */
export function useFailureToasts(): void {
  const { phase, loadFailed, sync } = useBabyData()
  // What was refused before this start is in its line under the header already.
  const known = useRef<readonly RefusedChange[] | null>(null)

  useEffect(() => {
    if (!loadFailed) return
    showToast({
      title: shell.connectionError,
      detail: shell.connectionErrorDetail,
      tone: 'failure',
      durationMs: CONNECTION_ERROR_MS,
    })
  }, [loadFailed])

  useEffect(() => {
    if (phase === 'loading') return
    const before = known.current
    known.current = sync.refused
    const news = sync.refused.find(({ seq }) => before?.every((old) => old.seq !== seq))
    if (news) showToast({ title: common.error, detail: REFUSED[news.table] ?? news.message, tone: 'failure' })
  }, [phase, sync.refused])
}
