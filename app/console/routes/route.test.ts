import { expect, it } from 'vitest'
import { FAMILY_PARTS, hrefOf, type Route, routeOf } from './route.ts'

const ROUTES: Route[] = [
  { page: 'families' },
  { page: 'templates' },
  { page: 'accounts' },
  ...FAMILY_PARTS.map((part): Route => ({ page: 'family', familyId: 'f1', part })),
]

it.each(ROUTES)('finds back by the address of %o', (route) => {
  expect(routeOf(hrefOf(route))).toEqual(route)
})

it.each(['', '#', '#/', '#/constructor', '#/toString', '#/familia', '#/familia/'])(
  'takes «%s» for the list of families',
  (hash) => expect(routeOf(hash)).toEqual({ page: 'families' }),
)

it.each(['', 'constructor', 'otra'])('shows the diary of a family whose part is «%s»', (part) => {
  expect(routeOf(`#/familia/f1/${part}`)).toEqual({ page: 'family', familyId: 'f1', part: 'diary' })
})
