import { useRef, useState } from 'react'
import { endAccess, listAccessHistory, withdrawInvitation } from '../../family/access.ts'
import type { AccessEvent, Family, Invitation, Person } from '../../family/remote-families.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { leadFocus } from '../../ui/layout/focus.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import { type AuthResult, failedResult } from '../../wire/failures.ts'
import { accessHistory, changingPerson, carers as words } from '../../words/carers/carers.es.ts'
import { planScreen } from '../../words/screens.es.ts'
import { whileBusy } from '../shared/while-busy.ts'
import { RequestCards } from '../support/RequestCards.tsx'
import { SupportWindow } from '../support/SupportWindow.tsx'
import { AccessLists } from './AccessLists.tsx'
import { accessFailureToast } from './access-failure.ts'
import styles from './Carers.module.css'
import { type GuestPerson, isGuest } from './guest-person.ts'
import { HistoryDialog } from './HistoryDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { PersonDialog } from './PersonDialog.tsx'

type Asked =
  | { what: 'nothing' | 'invite' }
  | { what: 'person' | 'end'; person: GuestPerson }
  | { what: 'withdraw'; invitation: Invitation }
  | { what: 'history'; events: readonly AccessEvent[] }

const NOTHING: Asked = { what: 'nothing' }

interface OwnerSectionProps {
  /** Null: this phone has never heard of it. */
  family: Family | null
  /** The server was asked in vain. */
  isUnheard: boolean
}

/** Who is in, who is invited, and how somebody comes in or goes. */
export function OwnerSection({ family, isUnheard }: OwnerSectionProps) {
  const { baby } = useBabyData()
  const heading = useRef<HTMLSpanElement>(null)
  const [asked, setAsked] = useState<Asked>(NOTHING)
  const [endingId, setEndingId] = useState<string | null>(null)
  const close = () => setAsked(NOTHING)

  async function remove(removed: Promise<AuthResult>, done: ToastMessage, failed: string) {
    close()
    const result = await removed
    if (result.kind === 'failed') return showToast(accessFailureToast(failed, result))
    // The button has gone with its row, and the focus with it, unless something else has it by now.
    leadFocus(heading.current)
    showToast(done)
  }

  async function end(person: Person) {
    const { account_id, name } = person
    const detail = isGuest(person) ? {} : { detail: changingPerson.endedDetail }
    await whileBusy(
      (isBusy) => setEndingId(isBusy ? account_id : null),
      () =>
        remove(
          endAccess(account_id),
          { title: changingPerson.ended(name), ...detail },
          changingPerson.notEnded,
        ),
    )
  }

  async function showHistory() {
    const { data, failure } = await listAccessHistory()
    // Whatever was opened meanwhile stays.
    if (failure === null)
      setAsked((now) => (now.what === 'nothing' ? { what: 'history', events: data } : now))
    else showToast(accessFailureToast(accessHistory.failed, failedResult(failure)))
  }

  return (
    <Section
      title={
        <span ref={heading} tabIndex={-1}>
          {words.title(baby?.name ?? null)}
        </span>
      }
    >
      <RequestCards next={() => heading.current} />
      {family === null ? (
        <p className={styles.text}>{isUnheard ? words.unknown : planScreen.loading}</p>
      ) : (
        <AccessLists
          family={family}
          endingId={endingId}
          onPerson={(person) => setAsked({ what: 'person', person })}
          onEnd={(person) => void end(person)}
          onWithdraw={(invitation) => setAsked({ what: 'withdraw', invitation })}
        />
      )}
      <SupportWindow />
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={() => setAsked({ what: 'invite' })}>
          {words.invite}
        </Button>
        <Button variant="quiet" onClick={() => void showHistory()}>
          {words.history}
        </Button>
      </div>
      <InviteDialog open={asked.what === 'invite'} onClose={close} />
      <PersonDialog
        person={asked.what === 'person' ? asked.person : null}
        onEnd={(person) => setAsked({ what: 'end', person })}
        onClose={close}
      />
      <HistoryDialog
        events={asked.what === 'history' ? asked.events : null}
        people={family?.people ?? []}
        onClose={close}
      />
      <Removals asked={asked} end={end} remove={remove} onClose={close} />
    </Section>
  )
}

interface RemovalsProps {
  asked: Asked
  end: (person: Person) => Promise<void>
  remove: (removed: Promise<AuthResult>, done: ToastMessage, failed: string) => Promise<void>
  onClose: () => void
}

/** Asks before somebody is sent away, or an invitation taken back. */
function Removals({ asked, end, remove, onClose }: RemovalsProps) {
  const name =
    asked.what === 'end' ? asked.person.name : asked.what === 'withdraw' ? asked.invitation.name : ''
  function withdraw() {
    if (asked.what === 'withdraw')
      void remove(withdrawInvitation(asked.invitation.id), { title: words.withdrawn }, words.failed)
  }
  return (
    <>
      <ConfirmDialog
        open={asked.what === 'end'}
        title={changingPerson.endTitle(name)}
        text={changingPerson.endText(name)}
        confirm={changingPerson.end}
        danger
        onConfirm={() => asked.what === 'end' && void end(asked.person)}
        onClose={onClose}
      />
      <ConfirmDialog
        open={asked.what === 'withdraw'}
        title={words.withdrawTitle(name)}
        text={words.withdrawText}
        confirm={words.withdraw}
        danger
        onConfirm={withdraw}
        onClose={onClose}
      />
    </>
  )
}
