import { useRef } from 'react'
import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { leadFocus } from '../../ui/layout/focus.ts'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { support as words } from '../../words/console/support.es.ts'
import { useRetry } from '../shared/use-retry.ts'
import type { Staff } from '../staff/staff-role.ts'
import type { SupportDates, SupportedFamily } from './calls/remote-support.ts'
import { DatesPart } from './DatesPart.tsx'
import { NotePart } from './NotePart.tsx'
import { ProposalList } from './ProposalList.tsx'
import { ProposalPart } from './ProposalPart.tsx'
import { QuestionsPart } from './QuestionsPart.tsx'
import styles from './Support.module.css'
import { useSupport } from './use-support.ts'

interface SupportPartProps {
  staff: Staff
  family: SupportedFamily
  /** A call has saved these, or found them saved. */
  onDates: (familyId: string, dates: SupportDates) => void
}

/** What a consultant plans with a family: until when, what was asked, and which plan to try. */
export function SupportPart({ staff: { accountId }, family, onDates }: SupportPartProps) {
  const { calls, consulted, isUnheard, refresh } = useSupport(family, accountId)
  const { plan } = useBabyData()
  const place = { calls, draftKey: `${accountId} ${family.family_id}`, refresh }

  if (consulted === null) {
    return isUnheard ? <Unheard ask={refresh} /> : <Spinner label={words.asking} />
  }
  return (
    <>
      {isUnheard && (
        <p className={styles.line} role="status">
          {words.unheard}
        </p>
      )}
      <div className={styles.parts}>
        <div className={styles.main}>
          <QuestionsPart {...place} questions={consulted.questions} />
        </div>
        <div className={styles.aside}>
          <NotePart familyId={family.family_id} accountId={accountId} />
          <DatesPart {...place} family={family} onDates={onDates} />
        </div>
        <div className={styles.main}>
          <ProposalPart
            {...place}
            accountId={accountId}
            familyId={family.family_id}
            plan={plan}
            proposals={consulted.proposals}
          />
          <ProposalList {...place} proposals={consulted.proposals} />
        </div>
      </div>
    </>
  )
}

/** The server didn't say. */
function Unheard({ ask }: { ask: () => Promise<unknown> }) {
  const block = useRef<HTMLDivElement>(null)
  const { again, isAsking, said } = useRetry(askAgain)

  async function askAgain() {
    // The button goes with the block: the part that it stands for has the focus then.
    const part = block.current?.parentElement
    if ((await ask()) !== null) leadFocus(part, part)
  }

  return (
    <div ref={block} className={styles.unheard}>
      <p role="alert">{words.unheard}</p>
      <Button variant="quiet" aria-disabled={isAsking} onClick={again}>
        {words.again}
      </Button>
      <p role="status">{said}</p>
    </div>
  )
}
