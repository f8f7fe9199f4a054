import { unsent as words } from '../../../words/console/family.es.ts'
import { hrefOf } from '../../routes/route.ts'
import { useFamiliesWithUnsent } from '../../support/use-unsent-texts.ts'
import styles from './ClosedFamilies.module.css'

interface UnsentOfClosedProps {
  accountId: string
  /** Whether a family stands in the list, where its page is found. */
  isListed: (familyId: string) => boolean
}

/** The way to what was written for families that have left the list. */
export function UnsentOfClosed({ accountId, isListed }: UnsentOfClosedProps) {
  const left = useFamiliesWithUnsent(accountId).filter((familyId) => !isListed(familyId))
  return left.map((familyId, index) => (
    <p key={familyId} className={styles.unsent}>
      {words.elsewhere}{' '}
      <a href={hrefOf({ page: 'family', familyId, part: 'support' })}>{words.see(index + 1, left.length)}</a>
    </p>
  ))
}
