import { useScreens } from '../navigation/browser-history.ts'
import { AccountsPage } from './accounts/AccountsPage.tsx'
import { FamiliesPage } from './families/FamiliesPage.tsx'
import { FamilyPage } from './family/FamilyPage.tsx'
import { ConsoleFaultBoundary } from './frame/ConsoleFaultBoundary.tsx'
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
      {/* Another page, or another family's, is another try and has nothing of the one before. */}
      <ConsoleFaultBoundary key={route.page === 'family' ? route.familyId : route.page}>
        {route.page === 'families' && <FamiliesPage staff={staff} />}
        {route.page === 'family' && <FamilyPage staff={staff} familyId={route.familyId} part={route.part} />}
        {route.page === 'templates' && <TemplatesPage staff={staff} />}
        {route.page === 'accounts' && <AccountsPage staff={staff} />}
      </ConsoleFaultBoundary>
    </Frame>
  )
}
