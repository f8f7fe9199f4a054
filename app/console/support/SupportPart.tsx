import { familyPage } from '../../words/console/family.es.ts'
import type { Staff } from '../staff/staff-role.ts'

interface SupportPartProps {
  staff: Staff
  familyId: string
}

/** What a consultant does for a family beside looking at its log. */
export function SupportPart(_props: SupportPartProps) {
  return <h2>{familyPage.part.support}</h2>
}
