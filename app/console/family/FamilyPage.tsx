import type { FamilyPart } from '../routes/route.ts'
import type { Staff } from '../staff/staff-role.ts'

interface FamilyPageProps {
  staff: Staff
  familyId: string
  part: FamilyPart
}

/** What a consultant sees of one family. */
export function FamilyPage({ familyId, part }: FamilyPageProps) {
  return (
    <p>
      {familyId} {part}
    </p>
  )
}
