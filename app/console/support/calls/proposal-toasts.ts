import type { Called } from '../../../family/remote-families.ts'
import type { ToastMessage } from '../../../ui/overlays/toasts.ts'
import { proposal as words } from '../../../words/console/support.es.ts'
import { sentFailureToast } from './failure-toast.ts'
import type { Proposal } from './remote-support.ts'

/** What is known of a proposal that was sent: by its id it waits for the family, or it did before; null: no more. */
export function proposalToast({ data, failure }: Called<string | null>): ToastMessage {
  if (failure === null && data !== null) return { title: words.proposed, detail: words.proposedDetail }
  if (failure === null) return { title: words.answeredBefore, detail: words.answeredDetail, tone: 'failure' }
  // Sent again under its id, it is the same proposal.
  return sentFailureToast(failure, words)
}

/** @param answer what the list says of it by now; null: it waits still, or nobody knows. */
export function withdrawalToast(
  { data: isWithdrawn, failure }: Called<boolean>,
  answer: Proposal['answer'],
): ToastMessage {
  if (isWithdrawn === true || answer === 'withdrawn') return { title: words.withdrawn }
  if (failure !== null && answer === null) return sentFailureToast(failure, words.withdrawal)
  const detail = words.answeredFirst(answer === 'taken')
  return { title: words.notWithdrawn, detail, tone: 'failure' }
}
