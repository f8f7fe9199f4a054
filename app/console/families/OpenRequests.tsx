import { type RefObject, useRef } from 'react'
import { useNow } from '../../device/use-now.ts'
import { orGiveBack } from '../../screens/shared/while-busy.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { useKeptFocus } from '../../ui/layout/focus.ts'
import { showToast } from '../../ui/overlays/toasts.ts'
import { mayBeDone } from '../../wire/failures.ts'
import { asking as words } from '../../words/console/families.es.ts'
import { askingFailure } from '../requests/asking-failure.ts'
import { withdrawRequest } from '../requests/remote-asking.ts'
import type { OpenRequest } from './consulted.ts'
import styles from './Families.module.css'

interface OpenRequestsProps {
  requests: readonly OpenRequest[]
  accountId: string
  onChanged: () => void
  /** The page's own heading, which stays when the last of them has gone. */
  pageHeading: RefObject<HTMLElement | null>
}

/** What families were asked and haven't answered; it can be taken back. */
export function OpenRequests({ requests, accountId, onChanged, pageHeading }: OpenRequestsProps) {
  const now = useNow()
  const heading = useRef<HTMLHeadingElement>(null)
  const underWay = useRef(new Set<string>())
  const isNone = requests.length === 0
  useKeptFocus(requests.length, () => (isNone ? pageHeading : heading).current)

  async function withdraw(id: string) {
    // The row stays until the list has been read anew.
    if (underWay.current.has(id)) return
    underWay.current.add(id)
    const giveBack = () => underWay.current.delete(id)
    const { data, failure } = await orGiveBack(withdrawRequest(id, accountId), giveBack)
    if (failure !== null) {
      giveBack()
      if (mayBeDone(failure)) onChanged()
      return showToast(askingFailure(failure, words.notWithdrawn, words.withdrawal))
    }
    if (data) showToast({ title: words.withdrawn })
    else showToast({ title: words.notWithdrawn, detail: words.answered, tone: 'failure' })
    onChanged()
  }

  if (isNone) return null
  return (
    <section className={styles.requests}>
      <h2 ref={heading} tabIndex={-1}>
        {words.requests}
      </h2>
      <ul aria-label={words.requests}>
        {requests.map(({ id, email, asked_at }) => (
          <li key={id}>
            <span>
              {email} <span>{words.asked(asked_at, now)}</span>
            </span>
            <TextButton aria-label={words.withdrawOf(email)} onClick={() => void withdraw(id)}>
              {words.withdraw}
            </TextButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
