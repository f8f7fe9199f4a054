import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { showToast } from '../../ui/overlays/toasts.ts'
import { accounts as words } from '../../words/console/accounts.es.ts'
import { accountFailureToast } from './calls/failure-toast.ts'
import { type Account, type Accounts, accountsAs } from './calls/remote-accounts.ts'
import { useInviteRun } from './use-invite-run.ts'
import { withAccount } from './with-account.ts'

/** What is known of the accounts, the newest first. */
type Known =
  | { kind: 'asking' }
  /** `isClosed`: they aren't this account's to see any more. */
  | { kind: 'unheard'; why: string; isClosed: boolean }
  | { kind: 'known'; accounts: Account[] }

/** All accounts of this server, as this administrator reads and changes them. */
export function useAccounts(administratorId: string) {
  const [known, setKnown] = useState<Known>({ kind: 'asking' })
  const calls = accountsAs(administratorId)
  // What is asked and what is changed is counted: an answer that something overtook is older than what is shown.
  const newest = useRef(0)
  const isAsking = useRef(false)
  const isGone = useRef(false)
  const isInviting = useInviteRun(administratorId).run?.isRunning === true

  async function ask(isAgain: boolean) {
    if (isGone.current) return
    newest.current += 1
    const own = newest.current
    isAsking.current = true
    const heard = await read(calls)
    if (own !== newest.current) return
    isAsking.current = false
    const isAway = heard.kind === 'unheard' && !heard.isClosed
    setKnown((before) => (isAway && before.kind === 'known' ? before : heard))
    if (heard.kind === 'unheard' && isAgain) {
      showToast({ title: words.unheard, detail: heard.why, tone: 'failure' })
    }
  }

  function put(id: string, account: Account | null) {
    newest.current += 1
    setKnown((before) =>
      before.kind === 'known'
        ? { kind: 'known', accounts: withAccount(before.accounts, id, account) }
        : before,
    )
    if (isAsking.current) void ask(true)
  }

  const begin = useEffectEvent(() => void ask(false))
  useEffect(() => {
    isGone.current = false
    begin()
    return () => {
      isGone.current = true
      newest.current += 1
    }
  }, [])

  // A list goes on being invited while other pages are looked at, so it may end on another visit than it began on.
  const onInvited = useEffectEvent(() => void ask(true))
  useEffect(() => {
    if (isInviting) return () => onInvited()
  }, [isInviting])

  return { known, calls, askAgain: () => void ask(true), put }
}

async function read(calls: Accounts): Promise<Known> {
  const { data, failure } = await calls.read()
  if (failure === null) return { kind: 'known', accounts: data.accounts.toReversed() }
  return {
    kind: 'unheard',
    why: accountFailureToast(failure).detail ?? '',
    isClosed: failure.status === 403,
  }
}
