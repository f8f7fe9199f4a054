import { useDeferredValue, useMemo, useRef } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { LongTextField } from '../../ui/fields/LongTextField.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { inviteList as words } from '../../words/console/accounts.es.ts'
import { useDraft } from '../drafts/use-draft.ts'
import type { Staff } from '../staff/staff-role.ts'
import styles from './Accounts.module.css'
import { accountFailureToast } from './failure-toast.ts'
import { InvitePreview } from './InvitePreview.tsx'
import { InviteResults } from './InviteResults.tsx'
import { previewOf } from './invite-preview.ts'
import { type InviteRun, runInvitations } from './invite-run.ts'
import { type Account, type Invited, inviteList } from './remote-accounts.ts'

interface InviteListProps {
  staff: Staff
  accounts: readonly Account[]
  onInvited: () => void
  onLeave: () => void
}

/** Invites the people of a list: what would be done is shown first, and then what became of each. */
export function InviteList({ staff, accounts, onInvited, onLeave }: InviteListProps) {
  const { draft: typed, setDraft: setTyped } = useDraft<string>(`${staff.accountId} invite-list`)
  /** A mail that is to be sent by hand is shown this once: it stays until it was taken note of. */
  const { draft: run, setDraft: setRun } = useDraft<InviteRun>(`${staff.accountId} invite-run`)

  async function invite(rows: readonly Invited[]) {
    if (rows.length === 0 || run?.isRunning === true) return
    await runInvitations(rows, send, setRun, run ?? undefined)
    onInvited()
  }

  function finish() {
    setRun(null)
    setTyped(null)
    onLeave()
  }

  return (
    <div className={styles.inviteList}>
      <div className={styles.head}>
        <h1>{words.title}</h1>
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
        <InviteResults run={run} onAgain={(rows) => void invite(rows)} onDone={finish} />
      )}
    </div>
  )
}

async function send(rows: readonly Invited[]) {
  const { data, failure } = await inviteList(rows)
  if (failure === null) return data.rows
  showToast(accountFailureToast(failure))
  return null
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
    try {
      onText(await chosen.text())
    } catch {
      showToast({ title: words.notRead, tone: 'failure' })
    }
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
        error={preview.kind === 'unclosed-quote' ? words.unclosedQuote : null}
        onChange={(event) => onText(event.target.value)}
      />
      <div className={styles.next}>
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
