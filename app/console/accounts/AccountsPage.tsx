import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { clock } from '../../device/clock.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { leadFocus } from '../../ui/layout/focus.ts'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { accounts as words } from '../../words/console/accounts.es.ts'
import { useDraft } from '../drafts/use-draft.ts'
import type { Staff } from '../staff/staff-role.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { AccountList } from './AccountList.tsx'
import styles from './Accounts.module.css'
import { found, searchable } from './account-status.ts'
import type { Account, Accounts } from './calls/remote-accounts.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { InviteList } from './InviteList.tsx'
import { type Told, ToldOnceDialog } from './ToldOnceDialog.tsx'
import { useAccounts } from './use-accounts.ts'

/** All accounts of this server, for administrators. */
export function AccountsPage({ staff }: { staff: Staff }) {
  return staff.role === 'admin' ? <ReadAccounts staff={staff} /> : <p>{words.adminsOnly}</p>
}

function ReadAccounts({ staff }: { staff: Staff }) {
  const { known, calls, askAgain, put } = useAccounts(staff.accountId)
  const [shown, setShown] = useState<'accounts' | 'list' | 'accounts again'>('accounts')

  if (known.kind === 'asking') return <Spinner label={words.asking} />
  if (known.kind === 'unheard') {
    return (
      <div className={styles.unheard}>
        <h1>{words.unheard}</h1>
        <p>{known.why}</p>
        <Button
          variant="quiet"
          onClick={() => {
            if (shown === 'accounts') setShown('accounts again')
            askAgain()
          }}
        >
          {words.again}
        </Button>
      </div>
    )
  }
  if (shown === 'list') {
    return (
      <InviteList
        staff={staff}
        accounts={known.accounts}
        calls={calls}
        onLeave={() => setShown('accounts again')}
      />
    )
  }
  return (
    <AllAccounts
      staff={staff}
      accounts={known.accounts}
      calls={calls}
      isBack={shown === 'accounts again'}
      onChanged={put}
      onOutdated={askAgain}
      onInvited={(account) => (account === null ? askAgain() : put(account.id, account))}
      onInviteList={() => setShown('list')}
    />
  )
}

interface AllAccountsProps {
  staff: Staff
  /** The newest first. */
  accounts: Account[]
  calls: Accounts
  /** It takes the place of something else, and of the button there that led to it. */
  isBack: boolean
  /** null: it is deleted. */
  onChanged: (id: string, account: Account | null) => void
  onOutdated: () => void
  onInvited: (account: Account | null) => void
  onInviteList: () => void
}

function AllAccounts(props: AllAccountsProps) {
  const { staff, accounts, calls, isBack, onChanged, onOutdated, onInvited, onInviteList } = props
  const [typed, setTyped] = useState('')
  const [openId, setOpenId] = useState<string | null>(null)
  const [isInviting, setInviting] = useState(false)
  /** Whoever comes back to this page finds it again, until it was taken note of. */
  const { draft: told, setDraft: setTold } = useDraft<Told>(`${staff.accountId} told-once`)
  const [goneCount, setGoneCount] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const wanted = useDeferredValue(typed)
  const all = useMemo(() => searchable(accounts, clock.now()), [accounts])
  const matching = useMemo(() => found(all, wanted), [all, wanted])
  const open = accounts.find(({ id }) => id === openId)

  // A dialog gives the focus back to the button that opened it, which goes with its account.
  useEffect(() => {
    if (goneCount > 0) heading.current?.focus()
    else if (isBack) leadFocus(heading.current)
  }, [isBack, goneCount])

  function change(id: string, account: Account | null) {
    onChanged(id, account)
    if (account === null) setGoneCount((count) => count + 1)
  }

  function tell(what: Told) {
    setTold(what)
    setOpenId(null)
    setInviting(false)
  }

  return (
    <>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={onInviteList}>
            {words.inviteList}
          </Button>
          <Button variant="primary" icon="plus" onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        </div>
      </div>
      <div className={styles.search}>
        <TextField
          label={words.search}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={words.searchHint}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p className={`${styles.count} num`} role="status">
        {matching.length === 0 ? words.nobody : words.found(matching.length, accounts.length)}
      </p>
      <AccountList key={wanted} accounts={matching} onManage={({ id }) => setOpenId(id)} />
      {open !== undefined && (
        <AccountDialog
          key={open.id}
          account={open}
          isOwn={open.id === staff.accountId}
          calls={calls}
          onChanged={(account) => change(open.id, account)}
          onOutdated={onOutdated}
          onTold={tell}
          onClose={() => {
            flushSync(() => setOpenId(null))
            // By what was done with it the search may find it no more, nor its button.
            leadFocus(heading.current, null)
          }}
        />
      )}
      {isInviting && (
        <InviteDialog calls={calls} onInvited={onInvited} onTold={tell} onClose={() => setInviting(false)} />
      )}
      {told !== null && <ToldOnceDialog told={told} onDone={() => setTold(null)} />}
    </>
  )
}
