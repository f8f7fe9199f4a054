import { useRef } from 'react'
import { useNow } from '../../device/use-now.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { asking as words } from '../../words/console/families.es.ts'
import { askingFailure } from './asking-failure.ts'
import { type OpenRequest, withdrawRequest } from './consulted.ts'
import styles from './Families.module.css'

interface OpenRequestsProps {
  requests: readonly OpenRequest[]
  accountId: string
  onChanged: () => void
}

/** What families were asked and haven't answered; it can be taken back. */
export function OpenRequests({ requests, accountId, onChanged }: OpenRequestsProps) {
  const now = useNow()
  const heading = useRef<HTMLHeadingElement>(null)

  async function withdraw(id: string) {
    const { failure } = await withdrawRequest(id, accountId)
    if (failure !== null) return showToast(askingFailure(words.notWithdrawn, failure))
    // The button goes with its row, and the focus would be lost with it.
    heading.current?.focus({ preventScroll: true })
    showToast({ title: words.withdrawn })
    onChanged()
  }

  if (requests.length === 0) return null
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
