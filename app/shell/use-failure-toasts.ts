import { useEffect, useRef } from 'react'
import type { RefusedChange } from '../local/baby-data.ts'
import { store } from '../local/phone-store.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { refusedText } from '../screens/shared/refused-text.ts'
import { showToast } from '../ui/overlays/toasts.ts'
import { offerNewVersion } from '../update/new-version.ts'
import { common, shell } from '../words/entrance.es.ts'
import { sync as words } from '../words/sync.es.ts'

const CONNECTION_ERROR_MS = 10_000

store.onOutdated(() => {
  const reload = () => location.reload()
  offerNewVersion(reload, 'also while writing')
  const action = { label: shell.reload, run: reload }
  showToast({ ...shell.outdated, action, tone: 'failure', durationMs: CONNECTION_ERROR_MS })
})

/** Shows a toast for what fails in the background: the first download, and each change that the server refuses. */
export function useFailureToasts(): void {
  const { phase, loadFailed, sync } = useBabyData()
  const isFull = sync.isPhoneFull
  // Changes that were refused before the app started get no toast: the line under the header tells of them.
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
    const newlyRefused = sync.refused.find(({ seq }) => before?.every((old) => old.seq !== seq))
    if (newlyRefused) {
      const detail = refusedText(newlyRefused, store.data().records)
      showToast({ title: common.error, detail, tone: 'failure' })
    }
  }, [phase, sync.refused])
}
