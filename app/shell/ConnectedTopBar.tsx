import { useRef, useState } from 'react'
import { discardRefused, retryRefused } from '../changes/changes.ts'
import { settings } from '../device/settings.ts'
import { toggleTheme } from '../device/theme.ts'
import { SignOutDialog } from '../leaving/SignOutDialog.tsx'
import { unsentRecords } from '../local/unsent-records.ts'
import { type BabyData, useBabyData, waitForWhatIsOnItsWay } from '../local/use-baby-data.ts'
import { saveOrSay } from '../screens/shared/save-or-say.ts'
import { SyncLine } from '../ui/bars/SyncLine.tsx'
import { TopBar } from '../ui/bars/TopBar.tsx'
import { titleOver, useKeptFocus } from '../ui/layout/focus.ts'
import { ConfirmDialog } from '../ui/overlays/Dialog.tsx'
import { useNewVersion } from '../update/new-version.ts'
import { failures } from '../words/screens.es.ts'
import { sync as words } from '../words/sync.es.ts'
import { ConnectedDeletedElsewhereLine } from './ConnectedDeletedElsewhereLine.tsx'
import { DiarySwitch, useOpenDiaries } from './DiarySwitch.tsx'
import { RefusedDialog } from './RefusedDialog.tsx'
import { useAllSent } from './use-all-sent.ts'

/** The top of every screen: theme, signing out, and which changes aren't sent yet. */
export function ConnectedTopBar() {
  const data = useBabyData()
  const { sync } = data
  const [asking, setAsking] = useState<'nothing' | 'sign-out' | 'refused'>('nothing')
  /** The numbers of the refused changes that the carer is asked about before they are given up. */
  const [discarding, setDiscarding] = useState<readonly number[]>([])
  const onNewVersion = useNewVersion()
  const isAllSent = useAllSent()
  const diaries = useOpenDiaries()
  const seqs = sync.refused.map(({ seq }) => seq)
  const stopAsking = () => setAsking('nothing')
  // A list that has emptied is closed: what is refused later doesn't open it.
  if (asking === 'refused' && seqs.length === 0) stopAsking()

  const lines = useRef<HTMLDivElement>(null)
  const isOpen = asking !== 'nothing' || discarding.length > 0
  useKeptFocus(seqs.length + data.lost.length, () => titleOver(lines.current), isOpen)

  async function signOut() {
    await waitForWhatIsOnItsWay()
    setAsking('sign-out')
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
      middle={diaries.length > 1 ? <DiarySwitch diaries={diaries} /> : undefined}
      onNewVersion={onNewVersion}
      status={statusOf(data, isAllSent)}
    >
      <div ref={lines}>
        <SyncLine
          refused={seqs.length}
          onRetry={() => retry(seqs)}
          onDiscard={() => setDiscarding(seqs)}
          onShow={() => setAsking('refused')}
        />
        <ConnectedDeletedElsewhereLine />
      </div>
      <ConfirmDialog
        open={discarding.length > 0}
        title={words.discardTitle}
        text={words.discardText}
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

/** What the top bar says of the network and of unsent changes; null while there is nothing to say. */
function statusOf(data: BabyData, isAllSent: boolean) {
  const { online, isServerTroubled, isPhoneFull } = data.sync
  if (online && isPhoneFull) return { icon: 'circle-alert', text: words.phoneFull } as const
  if (online) return isAllSent ? ({ icon: 'circle-check', text: words.allSent } as const) : null
  const why = isServerTroubled ? words.serverTroubled : words.offline
  const { waiting } = unsentRecords(data)
  const text = waiting > 0 ? `${why} · ${words.toSend(waiting)}` : why
  return { icon: 'cloud-off', text } as const
}
