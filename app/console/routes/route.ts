import { useSyncExternalStore } from 'react'

/** What is looked at of a family. */
export const FAMILY_PARTS = ['diary', 'week', 'plan', 'support', 'report'] as const
export type FamilyPart = (typeof FAMILY_PARTS)[number]

/** The page of the console that is shown; it stands in the address, behind the #. */
export type Route =
  | { page: 'families' }
  | { page: 'family'; familyId: string; part: FamilyPart }
  | { page: 'templates' }
  | { page: 'accounts' }

/** The words of an address, by page and by part. */
const PAGES = {
  familias: 'families',
  familia: 'family',
  plantillas: 'templates',
  cuentas: 'accounts',
} as const
const PARTS = {
  diario: 'diary',
  semana: 'week',
  plan: 'plan',
  acompanamiento: 'support',
  informe: 'report',
} as const satisfies Record<string, FamilyPart>

/** A word may be a name that every object has, such as `constructor`. */
function named<T>(known: Readonly<Record<string, T>>, word: string): T | null {
  return Object.hasOwn(known, word) ? (known[word] ?? null) : null
}

/** @param hash as `location.hash` has it. What is no page is the list of families. */
export function routeOf(hash: string): Route {
  const [, word = '', familyId = '', part = ''] = hash.split('/')
  const page = named(PAGES, word) ?? 'families'
  if (page !== 'family') return { page }
  if (familyId === '') return { page: 'families' }
  return { page, familyId, part: named(PARTS, part) ?? 'diary' }
}

/** The address of a page, for a link. */
export function hrefOf(route: Route): string {
  const word = Object.entries(PAGES).find(([, page]) => page === route.page)?.[0] ?? ''
  if (route.page !== 'family') return `#/${word}`
  const part = Object.entries(PARTS).find(([, one]) => one === route.part)?.[0] ?? ''
  return `#/${word}/${route.familyId}/${part}`
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

export function useRoute(): Route {
  return routeOf(useSyncExternalStore(subscribe, () => location.hash))
}
