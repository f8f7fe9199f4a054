import { leadFocus } from '../../ui/layout/focus.ts'

/** Leads the focus to the page that has come, when what was pressed went with what stood in its place. */
export function leadToPage(): void {
  const page = document.querySelector('main')
  // While it is being read it has no title yet.
  leadFocus(page?.querySelector('h1') ?? page, null)
}
