import { useState } from 'react'
import { ConnectedLostLine } from './ConnectedLostLine.tsx'
import { common, sync as words } from './copy.es.ts'
import { discardRefused, retryRefused } from './data/changes.ts'
import { settings } from './data/settings.ts'
import { babyData } from './data/store.ts'
import { useBabyData, waitUntilSynced } from './data/use-baby-data.ts'
import { useNewVersion } from './new-version.ts'
import { SignOutDialog } from './SignOutDialog.tsx'
import { signOutOrSay } from './sign-out.ts'
import { toggleTheme } from './theme.ts'
import { ConfirmDialog } from './ui/Dialog.tsx'
import { SyncLine } from './ui/SyncLine.tsx'
import { TopBar } from './ui/TopBar.tsx'
import { unsentRecords } from './unsent-records.ts'

const ON_ITS_WAY_MS = 2_000

/** The top of every screen: theme, way out, and what the network holds back. */
export function ConnectedTopBar() {
  const data = useBabyData()
  const { sync } = data
  const [asking, setAsking] = useState<'nothing' | 'sign-out' | 'discard'>('nothing')
  const onNewVersion = useNewVersion()
  const stopAsking = () => setAsking('nothing')

  async function signOut() {
    // A change on its way is given a moment: nobody needs a question about what is sent meanwhile.
    if (sync.online) await waitUntilSynced(AbortSignal.timeout(ON_ITS_WAY_MS))
    const left = babyData().sync
    if (left.pending + left.refused.length > 0) setAsking('sign-out')
    else await signOutOrSay()
  }

  function discard() {
    stopAsking()
    for (const { seq } of sync.refused) void discardRefused(seq)
  }

  return (
    <TopBar
      onToggleTheme={toggleTheme}
      session={{ ...settings.brand, onSignOut: () => void signOut() }}
      onNewVersion={onNewVersion}
    >
      <SyncLine
        online={sync.online}
        pending={unsentRecords(data).waiting}
        refused={sync.refused.length}
        onRetry={() => {
          for (const { seq } of sync.refused) void retryRefused(seq)
        }}
        onDiscard={() => setAsking('discard')}
      />
      <ConnectedLostLine />
      <ConfirmDialog
        open={asking === 'discard'}
        title={words.discardTitle}
        text={words.discardText}
        cancel={common.cancel}
        confirm={words.discard}
        danger
        onConfirm={discard}
        onClose={stopAsking}
      />
      <SignOutDialog open={asking === 'sign-out'} onClose={stopAsking} />
    </TopBar>
  )
}
