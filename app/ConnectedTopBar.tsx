import { useState } from 'react'
import { ConnectedLostLine } from './ConnectedLostLine.tsx'
import { common, failures, sync as words } from './copy.es.ts'
import { discardRefused, retryRefused } from './data/changes.ts'
import { settings } from './data/settings.ts'
import { babyData } from './data/store.ts'
import { type BabyData, useBabyData, waitUntilSynced } from './data/use-baby-data.ts'
import { useNewVersion } from './new-version.ts'
import { RefusedDialog } from './RefusedDialog.tsx'
import { SignOutDialog } from './SignOutDialog.tsx'
import { saveOrSay } from './screens/save-or-say.ts'
import { signOutOrSay } from './sign-out.ts'
import { toggleTheme } from './theme.ts'
import { ConfirmDialog } from './ui/Dialog.tsx'
import { SyncLine } from './ui/SyncLine.tsx'
import { TopBar } from './ui/TopBar.tsx'
import { unsentRecords } from './unsent-records.ts'
import { useAllSent } from './use-all-sent.ts'

const ON_ITS_WAY_MS = 2_000

/** The top of every screen: theme, way out, and what the network holds back. */
export function ConnectedTopBar() {
  const data = useBabyData()
  const { sync } = data
  const [asking, setAsking] = useState<'nothing' | 'sign-out' | 'refused'>('nothing')
  /** The refused changes about to be given up. */
  const [discarding, setDiscarding] = useState<readonly number[]>([])
  const onNewVersion = useNewVersion()
  const isAllSent = useAllSent()
  const seqs = sync.refused.map(({ seq }) => seq)
  const stopAsking = () => setAsking('nothing')

  async function signOut() {
    // A change on its way is given a moment: nobody needs a question about what is sent meanwhile.
    if (sync.online) await waitUntilSynced(AbortSignal.timeout(ON_ITS_WAY_MS))
    const left = babyData().sync
    if (left.pending + left.refused.length > 0) setAsking('sign-out')
    else await signOutOrSay()
  }

  function discard() {
    void saveOrSay(discardRefused(discarding), failures.change)
    setDiscarding([])
  }

  function retry(refused: readonly number[]) {
    void saveOrSay(retryRefused(refused), failures.change)
  }

  return (
    <TopBar
      onToggleTheme={toggleTheme}
      session={{ ...settings.brand, onSignOut: () => void signOut() }}
      onNewVersion={onNewVersion}
      status={statusOf(data, isAllSent)}
    >
      <SyncLine
        refused={seqs.length}
        onRetry={() => retry(seqs)}
        onDiscard={() => setDiscarding(seqs)}
        onShow={() => setAsking('refused')}
      />
      <ConnectedLostLine />
      <ConfirmDialog
        open={discarding.length > 0}
        title={words.discardTitle}
        text={words.discardText}
        cancel={common.cancel}
        confirm={words.discard}
        danger
        onConfirm={discard}
        onClose={() => setDiscarding([])}
      />
      <RefusedDialog
        open={asking === 'refused'}
        onRetry={retry}
        onDiscard={(seq) => {
          stopAsking()
          setDiscarding([seq])
        }}
        onClose={stopAsking}
      />
      <SignOutDialog open={asking === 'sign-out'} onClose={stopAsking} />
    </TopBar>
  )
}

/** Null while there is nothing to say. */
function statusOf(data: BabyData, isAllSent: boolean) {
  const { online, isServerTroubled, isPhoneFull } = data.sync
  if (online && isPhoneFull) return { icon: 'circle-alert', text: words.phoneFull } as const
  if (online) return isAllSent ? ({ icon: 'circle-check', text: words.allSent } as const) : null
  const why = isServerTroubled ? words.serverTroubled : words.offline
  const { waiting } = unsentRecords(data)
  const text = waiting > 0 ? `${why} · ${words.toSend(waiting)}` : why
  return { icon: 'cloud-off', text } as const
}
