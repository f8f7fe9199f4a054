import { useState } from 'react'
import { useNow } from '../../device/use-now.ts'
import { leaveFamily } from '../../family/access.ts'
import type { Family } from '../../family/remote-families.ts'
import { isUnsent } from '../../local/unsent-records.ts'
import { useBabyData, waitForWhatIsOnItsWay } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { untilText, guest as words } from '../../words/carers/carers.es.ts'
import { accessFailureToast } from './access-failure.ts'
import styles from './Carers.module.css'

interface GuestSectionProps {
  familyId: string
  role: 'carer' | 'viewer'
  /** Null: this phone has never heard of it. */
  family: Family | null
}

/** Whose diary it is that somebody was let into, what they may do there, and the way out of it. */
export function GuestSection({ familyId, role, family }: GuestSectionProps) {
  const data = useBabyData()
  const { baby, zone, lost } = data
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const until = family?.until ?? null

  async function ask() {
    await waitForWhatIsOnItsWay()
    setAsking(true)
  }

  async function leave() {
    setAsking(false)
    const result = await leaveFamily(familyId)
    // That the diary is gone from this phone is said by the part that takes it off.
    if (result.kind === 'failed') showToast(accessFailureToast(words.notLeft, result))
  }

  return (
    <Section title={words.title(family?.baby_name ?? baby?.name ?? null)}>
      <p className={styles.text}>{`${words.whose(family?.owner_name ?? null)} ${words.may[role]}`}</p>
      {until !== null && <p className={styles.text}>{words.until(untilText(until, now, zone))}</p>}
      <Button variant="quiet" onClick={() => void ask()}>
        {words.leave}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.leaveTitle}
        text={words.leaveText(isUnsent(data) || lost.length > 0)}
        confirm={words.leave}
        danger
        onConfirm={() => void leave()}
        onClose={() => setAsking(false)}
      />
    </Section>
  )
}
