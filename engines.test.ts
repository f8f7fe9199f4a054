import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Cell, readMatrix, readReasons } from './e2e/engines/matrix.ts'
import { SERVICE_WORKER_STORIES, WHOLE_BROWSER_STORIES } from './e2e/kit/launch-options.ts'
import { listPaths, listSources } from './source-files.ts'

/** docs/engines.md says which story runs in which engine, and the runs read it: only its gaps need a guard. */
describe('the table of engines and stories', () => {
  const matrix = readMatrix()
  const cells = matrix.flatMap(({ file, firefox, webkit }) => [
    { file, cell: firefox },
    { file, cell: webkit },
  ])

  it('names each file of stories once, and none that is gone', () => {
    expect(matrix.map(({ file }) => `e2e/${file}`).sort()).toEqual(
      [...listPaths('e2e/*.e2e.ts'), ...listPaths('e2e/*.drawn.ts')].sort(),
    )
  })

  it('gives each gap a reason that it explains', () => {
    const reasons = readReasons()
    const odd = cells.filter(({ cell }) => !reasonsOf(cell).every((why) => reasons.includes(why)))
    expect(odd).toEqual([])
  })

  it('leaves out only stories that exist', () => {
    const gone = cells.flatMap(({ file, cell }) => {
      const text = readFileSync(`e2e/${file}`, 'utf8')
      return cell.without.filter(({ title }) => !text.includes(title)).map(({ title }) => `${file}: ${title}`)
    })
    expect(gone).toEqual([])
  })
})

it('the gate plays ten ways in Firefox and WebKit', () => {
  const tagged = listSources('e2e/*.e2e.ts').filter(({ text }) => text.includes("tag: '@ten'"))
  const played = readMatrix().filter(({ firefox, webkit }) => firefox.isRun && webkit.isRun)
  expect(played.map(({ file }) => `e2e/${file}`)).toEqual(
    expect.arrayContaining(tagged.map(({ path }) => path)),
  )
  expect(tagged.flatMap(({ text }) => text.match(/tag: '@ten'/g) ?? [])).toHaveLength(10)
})

it('every story of a phone with a service worker plays where the worker has a process of its own', () => {
  const withWorker = listSources('e2e/*.e2e.ts').filter(({ text }) =>
    text.includes("serviceWorkers: 'allow'"),
  )
  const played = [...SERVICE_WORKER_STORIES, WHOLE_BROWSER_STORIES].flatMap((some) =>
    listPaths(`e2e/${some}`),
  )
  expect(played).toEqual(expect.arrayContaining(withWorker.map(({ path }) => path)))
})

/** Returns the reasons that a cell gives; one that isn't run and says not why gives none that the table has. */
function reasonsOf({ isRun, why, without }: Cell): string[] {
  return isRun ? without.map((story) => story.why) : [why ?? 'no reason']
}
