import { useEffect } from 'react'
import { familyPage } from '../../words/console/family.es.ts'
import { consoleFrame as words } from '../../words/console/frame.es.ts'
import type { Route } from '../routes/route.ts'

/** Gives the browser's window the page's title, which is returned, as long as the console is drawn. */
export function usePageTitle(route: Route): string {
  const title =
    route.page === 'family' ? words.titleOfFamily(familyPage.part[route.part]) : words.page[route.page]
  useEffect(() => {
    const before = document.title
    document.title = `${title} · ${before}`
    return () => {
      document.title = before
    }
  }, [title])
  return title
}
