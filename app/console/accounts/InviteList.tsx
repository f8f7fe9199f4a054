import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { inviteList as words } from '../../words/console/accounts.es.ts'
import { staysTypedBy } from '../drafts/typed-by.ts'
import type { Staff } from '../staff/staff-role.ts'
import styles from './Accounts.module.css'
import { changeFailureToast } from './calls/failure-toast.ts'
import type { Account, Accounts, Invited } from './calls/remote-accounts.ts'
import { InvitePreview } from './InvitePreview.tsx'
import { InviteResults } from './InviteResults.tsx'
import { leftInList, previewOf, readList, unreadable } from './invite-preview.ts'
import { notInvitedIn, runInvitations, unheardOf } from './invite-run.ts'
import { dropRun, keepCopied, keepRun, useInviteList, useInviteRun } from './use-invite-run.ts'

interface InviteListProps {
  staff: Staff
  accounts: readonly Account[]
  calls: Accounts
  onLeave: () => void
}

/** Invites the people of a list: what would be done is shown first, and then what became of each. */
export function InviteList({ staff, accounts, calls, onLeave }: InviteListProps) {
  const { typed, setTyped } = useInviteList(staff.accountId)
  const { run, copied } = useInviteRun(staff.accountId)
  const heading = useRef<HTMLHeadingElement>(null)
  // It takes the place of the accounts, and of the button that led here.
  useEffect(() => heading.current?.focus(), [])

  async function send(rows: readonly Invited[]) {
    const { data, failure } = await calls.inviteList(rows)
    if (failure === null) return data.rows
    // Whoever has signed out meanwhile is told nothing more.
    if (staysTypedBy(staff.accountId)) showToast(changeFailureToast(failure, words))
    return unheardOf(failure)
  }

  async function invite(rows: readonly Invited[]) {
    if (rows.length === 0 || run?.isRunning === true) return
    await runInvitations(rows, send, (now) => keepRun(staff.accountId, now), run ?? undefined)
  }

  function finish() {
    dropRun(staff.accountId)
    // Nobody who isn't invited yet goes with the results; of the lines that were left out these say nothing.
    const left = typed === null || run === null ? null : leftInList(typed, notInvitedIn(run))
    if (left !== null) showToast({ title: words.left(left.count), detail: words.leftDetail })
    onLeave()
  }

  return (
    <div className={styles.inviteList}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        <TextButton onClick={onLeave}>{words.back}</TextButton>
      </div>
      {run === null ? (
        <ListForm
          text={typed ?? ''}
          accounts={accounts}
          onText={(text) => setTyped(text === '' ? null : text)}
          onInvite={(rows) => void invite(rows)}
        />
      ) : (
        <InviteResults
          run={run}
          copied={copied}
          onCopied={(emails) => keepCopied(staff.accountId, emails)}
          onAgain={(rows) => void invite(rows)}
          onDone={finish}
        />
      )}
    </div>
  )
}

interface ListFormProps {
  text: string
  accounts: readonly Account[]
  onText: (text: string) => void
  onInvite: (rows: readonly Invited[]) => void
}

function ListForm({ text, accounts, onText, onInvite }: ListFormProps) {
  const file = useRef<HTMLInputElement>(null)
  const known = useMemo(() => new Set(accounts.map(({ email }) => email.toLowerCase())), [accounts])
  const read = useDeferredValue(text)
  const preview = useMemo(() => previewOf(read, known), [read, known])

  async function take(chosen: File | undefined) {
    if (chosen === undefined) return
    const read = await chosen
      .arrayBuffer()
      .then((bytes) => readList(new Uint8Array(bytes)))
      .catch(() => ({ problem: words.notReadText }))
    if ('problem' in read) showToast({ title: words.notRead, detail: read.problem, tone: 'failure' })
    else onText(read.text)
  }

  return (
    <>
      <p className="hint">{words.text}</p>
      <LongTextField
        label={words.field}
        rows={6}
        placeholder={words.placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        error={unreadable(preview)}
        onChange={(event) => onText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button variant="quiet" onClick={() => file.current?.click()}>
          {words.file}
        </Button>
        <input
          ref={file}
          hidden
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            // The same file may be chosen again, mended.
            target.value = ''
            void take(chosen)
          }}
        />
      </div>
      {preview.kind === 'rows' && <InvitePreview rows={preview.rows} onInvite={onInvite} />}
    </>
  )
}
