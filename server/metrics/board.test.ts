import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../settings/paths.ts'
import { openMetrics } from './metrics.ts'

// What promtool says of the rules themselves is tested by `npm run test:everywhere`.
it.each([
  ['deploy/grafana/nana.json', 12],
  ['deploy/prometheus/alerts.yml', 7],
  ['deploy/prometheus/alerts.test.yml', 7],
])('%s asks for nothing that the server doesn’t tell', async (file, least) => {
  const told = [...(await (await openMetrics()).draw()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8')
  const asked = new Set(
    [...text.matchAll(/\b(?:nana|process|nodejs)_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|sum|count)$/, ''),
    ),
  )
  expect(asked.size).toBeGreaterThanOrEqual(least)
  expect([...asked].filter((name) => !told.includes(name))).toEqual([])
})
