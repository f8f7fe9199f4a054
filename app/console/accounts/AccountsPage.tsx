import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { clock } from '../../device/clock.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { accounts as words } from '../../words/console/accounts.es.ts'
import type { Staff } from '../staff/staff-role.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { AccountList } from './AccountList.tsx'
import styles from './Accounts.module.css'
import { found, searchable } from './account-status.ts'
import { accountFailureToast } from './failure-toast.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { InviteList } from './InviteList.tsx'
import { type Account, readAccounts } from './remote-accounts.ts'

type Known = { kind: 'asking' } | { kind: 'unheard'; why: string } | { kind: 'known'; accounts: Account[] }

/** All accounts of this server, for administrators. */
export function AccountsPage({ staff }: { staff: Staff }) {
  return staff.role === 'admin' ? <ReadAccounts staff={staff} /> : <p>{words.adminsOnly}</p>
}

function ReadAccounts({ staff }: { staff: Staff }) {
  const [known, setKnown] = useState<Known>({ kind: 'asking' })
  const [shown, setShown] = useState<'accounts' | 'list'>('accounts')
  useEffect(() => void read().then((heard) => setKnown(heard)), [])

  const ask = () => read().then((heard) => setKnown((before) => (heard.kind === 'known' ? heard : before)))

  if (known.kind === 'asking') return <Spinner label={words.asking} />
  if (known.kind === 'unheard') {
    return (
      <div className={styles.unheard}>
        <h1>{words.unheard}</h1>
        <p>{known.why}</p>
        <Button variant="quiet" onClick={() => void read().then((heard) => setKnown(heard))}>
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
        onInvited={() => void ask()}
        onLeave={() => setShown('accounts')}
      />
    )
  }
  return (
    <AllAccounts
      staff={staff}
      accounts={known.accounts}
      onChange={(accounts) => setKnown({ kind: 'known', accounts })}
      onInvited={() => void ask()}
      onInviteList={() => setShown('list')}
    />
  )
}

async function read(): Promise<Known> {
  const { data, failure } = await readAccounts()
  if (failure === null) return { kind: 'known', accounts: data.accounts.toReversed() }
  return { kind: 'unheard', why: accountFailureToast(failure).detail ?? '' }
}

interface AllAccountsProps {
  staff: Staff
  /** The newest first. */
  accounts: Account[]
  onChange: (accounts: Account[]) => void
  onInvited: () => void
  onInviteList: () => void
}

function AllAccounts({ staff, accounts, onChange, onInvited, onInviteList }: AllAccountsProps) {
  const [typed, setTyped] = useState('')
  const [openId, setOpenId] = useState<string | null>(null)
  const [isInviting, setInviting] = useState(false)
  const wanted = useDeferredValue(typed)
  const all = useMemo(() => searchable(accounts, clock.now()), [accounts])
  const matching = useMemo(() => found(all, wanted), [all, wanted])
  const open = accounts.find(({ id }) => id === openId)

  function change(id: string, changed: Account | null) {
    onChange(accounts.flatMap((one) => (one.id !== id ? [one] : changed === null ? [] : [changed])))
  }

  return (
    <>
      <div className={styles.head}>
        <h1>{words.title}</h1>
        <div className={styles.invite}>
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
          account={open}
          isOwn={open.id === staff.accountId}
          onChanged={(changed) => change(open.id, changed)}
          onClose={() => setOpenId(null)}
        />
      )}
      {isInviting && <InviteDialog onInvited={onInvited} onClose={() => setInviting(false)} />}
    </>
  )
}
