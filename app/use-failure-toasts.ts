import { useEffect, useRef } from 'react'
import { common, failures, shell, sync as words } from './copy.es.ts'
import type { RefusedChange } from './data/baby-data.ts'
import { onOutdated } from './data/store.ts'
import { useBabyData } from './data/use-baby-data.ts'
import { offerNewVersion } from './new-version.ts'
import { showToast } from './ui/toasts.ts'

const CONNECTION_ERROR_MS = 10_000

const REFUSED_RECORD = {
  insert: failures.saveRecord,
  patch: failures.updateRecord,
  delete: failures.deleteRecord,
} satisfies Record<RefusedChange['kind'], string>

onOutdated(() => {
  const reload = () => location.reload()
  offerNewVersion(reload, 'also while writing')
  const action = { label: shell.reload, run: reload }
  showToast({ ...shell.outdated, action, tone: 'failure', durationMs: CONNECTION_ERROR_MS })
})

function refusedText({ table, kind }: RefusedChange): string {
  if (table === 'baby_info') return failures.baby
  if (table === 'sleep_plans') return failures.plan
  return REFUSED_RECORD[kind]
}

/** Says what failed behind the screen's back: the first download, and each change the server refuses for good. */
export function useFailureToasts(): void {
  const { phase, loadFailed, sync } = useBabyData()
  const isFull = sync.isPhoneFull
  // What was refused before this start is in its line under the header already.
  const known = useRef<readonly RefusedChange[] | null>(null)

  useEffect(() => {
    if (!loadFailed) return
    showToast({
      title: isFull ? words.phoneFull : shell.connectionError,
      detail: isFull ? words.phoneFullDetail : shell.connectionErrorDetail,
      tone: 'failure',
      durationMs: CONNECTION_ERROR_MS,
    })
  }, [loadFailed, isFull])

  useEffect(() => {
    if (phase === 'loading') return
    const before = known.current
    known.current = sync.refused
    const news = sync.refused.find(({ seq }) => before?.every((old) => old.seq !== seq))
    if (news) showToast({ title: common.error, detail: refusedText(news), tone: 'failure' })
  }, [phase, sync.refused])
}
