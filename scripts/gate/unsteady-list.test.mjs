import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MOST_LISTED, readUnsteadyList } from './unsteady-list.mjs'

it('names at most ten stories that are there, each with its reason', () => {
  const listed = readUnsteadyList()
  expect(listed.length).toBeLessThanOrEqual(MOST_LISTED)
  const odd = listed.filter(({ name, why }) => {
    const titles = name.split(' › ')
    const text = readFileSync(`e2e/${titles[0]}`, 'utf8')
    return why === '' || !text.includes(titles.at(-1) ?? '')
  })
  expect(odd).toEqual([])
})
