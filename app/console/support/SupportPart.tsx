import { useBabyData } from '../../local/use-baby-data.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Spinner } from '../../ui/waiting/Spinner.tsx'
import { support as words } from '../../words/console/support.es.ts'
import type { Staff } from '../staff/staff-role.ts'
import { NotePart } from './NotePart.tsx'
import { ProposalList } from './ProposalList.tsx'
import { ProposalPart } from './ProposalPart.tsx'
import { QuestionsPart } from './QuestionsPart.tsx'
import styles from './Support.module.css'
import { useSupport } from './use-support.ts'
import { WindowPart } from './WindowPart.tsx'

/** What a consultant plans with a family: until when, what was asked, and which plan to try. */
export function SupportPart({ staff, familyId }: { staff: Staff; familyId: string }) {
  const { support, known, isUnheard, refresh } = useSupport(familyId, staff.accountId)
  const { plan } = useBabyData()
  const place = { support, draftKey: `${staff.accountId} ${familyId}`, refresh }

  if (known === null) {
    return isUnheard ? (
      <div className={styles.unheard}>
        <p>{words.unheard}</p>
        <Button variant="quiet" onClick={() => void refresh()}>
          {words.again}
        </Button>
      </div>
    ) : (
      <Spinner label={words.asking} />
    )
  }
  const { consulted, agreed } = known
  return (
    <div className={styles.parts}>
      {isUnheard && (
        <p className={styles.line} role="status">
          {words.unheard}
        </p>
      )}
      <div className={styles.main}>
        <QuestionsPart {...place} questions={consulted.questions} />
        <ProposalPart {...place} accountId={staff.accountId} plan={plan} proposals={consulted.proposals} />
        <ProposalList {...place} proposals={consulted.proposals} />
      </div>
      <div className={styles.aside}>
        <NotePart familyId={familyId} accountId={staff.accountId} />
        <WindowPart {...place} agreed={agreed} />
      </div>
    </div>
  )
}
