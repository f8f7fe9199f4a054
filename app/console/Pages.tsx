import { useScreens } from '../navigation/browser-history.ts'
import { AccountsPage } from './accounts/AccountsPage.tsx'
import { FamiliesPage } from './families/FamiliesPage.tsx'
import { FamilyPage } from './family/FamilyPage.tsx'
import { Frame } from './frame/Frame.tsx'
import { useRoute } from './routes/route.ts'
import type { Staff } from './staff/staff-role.ts'
import { TemplatesPage } from './templates/TemplatesPage.tsx'

/** The browser's back closes what lies over a page; from one page to another it goes by their addresses. */
const PAGE = ['page'] as const

/** Draws the page that the address names. */
export function Pages({ staff }: { staff: Staff }) {
  const route = useRoute()
  useScreens(PAGE, () => undefined)
  return (
    <Frame staff={staff} route={route}>
      {route.page === 'families' && <FamiliesPage staff={staff} />}
      {route.page === 'family' && (
        <FamilyPage key={route.familyId} staff={staff} familyId={route.familyId} part={route.part} />
      )}
      {route.page === 'templates' && <TemplatesPage staff={staff} />}
      {route.page === 'accounts' && <AccountsPage staff={staff} />}
    </Frame>
  )
}
