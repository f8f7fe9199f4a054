import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  ALLOWED_LICENCES,
  BUNDLED,
  judgeAudit,
  type Lockfile,
  licencesOf,
  licencesText,
  shippedPackages,
} from './scripts/dependencies.mjs'
import { listSources } from './source-files.ts'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile

describe('what is shipped', () => {
  it('has licences that ask for no more than to be named', () => {
    const others = [...licencesOf(lock)].filter(([licence]) => !ALLOWED_LICENCES.includes(licence))
    expect(others).toEqual([])
  })

  it('stands in docs/licences.md', async () => {
    await expect(licencesText(lock), '`npm run licences` writes it anew').toMatchFileSnapshot(
      'docs/licences.md',
    )
  })

  it('holds each package that the app imports', () => {
    const sources = listSources('app/*.ts', 'app/*.tsx', 'core/*.ts').filter(
      ({ path }) => !/\.test\.tsx?$|\/testing\//.test(path),
    )
    const imported = sources.flatMap(({ imports }) =>
      imports.flatMap((from) => /^(?:@[\w-]+\/)?[\w-]+(?=\/|$)/.exec(from) ?? []),
    )
    const { devDependencies = {} } = lock.packages[''] ?? {}
    const bundled = new Set(imported.filter((name) => name in devDependencies))
    expect([...bundled].sort((a, b) => (a < b ? -1 : 1))).toEqual(BUNDLED)
  })

  it('is found as Node finds it, with all that it needs, and without what only builds', () => {
    const packages = {
      '': { dependencies: { a: '1' }, devDependencies: { tool: '1' } },
      'node_modules/a': { dependencies: { b: '2', c: '1' }, optionalDependencies: { gone: '1' } },
      'node_modules/a/node_modules/b': {
        dependencies: { c: '1' },
        peerDependencies: { d: '1', tool: '1' },
        peerDependenciesMeta: { tool: { optional: true } },
      },
      'node_modules/b': {},
      'node_modules/c': { dependencies: { a: '1' } },
      'node_modules/d': {},
      'node_modules/drawn': {},
      'node_modules/tool': { dependencies: { b: '1' } },
    }
    expect(shippedPackages({ packages }, ['drawn'])).toEqual(
      new Set([
        'node_modules/a',
        'node_modules/a/node_modules/b',
        'node_modules/c',
        'node_modules/d',
        'node_modules/drawn',
      ]),
    )
  })
})

describe('an audit', () => {
  const shipped = new Set(['node_modules/pg', 'node_modules/hono'])
  const found = (name: string, severity: string, nodes = [`node_modules/${name}`]) => ({
    name,
    severity,
    isDirect: true,
    via: [
      {
        source: 1065,
        name,
        dependency: name,
        title: `Prototype pollution in ${name}`,
        url: 'https://github.com/advisories/GHSA-jf85-cpcp-j695',
        severity,
        range: '<4.17.12',
      },
    ],
    effects: [],
    range: '<=4.17.20',
    nodes,
    fixAvailable: true,
  })
  const report = (...vulnerabilities: { name: string }[]) =>
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: Object.fromEntries(vulnerabilities.map((one) => [one.name, one])),
      metadata: { vulnerabilities: { total: vulnerabilities.length } },
    })

  it('without advisories is good', () => {
    expect(judgeAudit(report(), shipped)).toEqual({ kind: 'answered', grave: [], others: 0 })
  })

  it.each(['high', 'critical'])('that finds something %s in what is shipped says what', (severity) => {
    expect(judgeAudit(report(found('pg', severity)), shipped)).toEqual({
      kind: 'answered',
      grave: [
        `pg (${severity}): Prototype pollution in pg https://github.com/advisories/GHSA-jf85-cpcp-j695`,
      ],
      others: 0,
    })
  })

  it('names what brings an advisory along', () => {
    const byOther = { ...found('hono', 'high'), via: ['pg'] }
    expect(judgeAudit(report(byOther), shipped)).toMatchObject({ grave: ['hono (high): pg'] })
  })

  it('that finds less, or only in tools, counts it', () => {
    const tool = found('vite', 'critical')
    const older = found('hono', 'high', ['node_modules/vite/node_modules/hono'])
    expect(judgeAudit(report(found('pg', 'moderate'), tool, older), shipped)).toEqual({
      kind: 'answered',
      grave: [],
      others: 3,
    })
  })

  it.each([
    [
      'a registry that knows no such question',
      '{"message":"405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk","method":"POST","statusCode":405,"body":"","error":{"summary":"","detail":""}}',
      '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk',
    ],
    [
      'no network',
      '{"message":"request to https://registry.example/-/npm/v1/security/advisories/bulk failed, reason: getaddrinfo ENOTFOUND registry.example","error":{"summary":"","detail":""}}',
      'request to https://registry.example/-/npm/v1/security/advisories/bulk failed, reason: getaddrinfo ENOTFOUND registry.example',
    ],
    [
      'an older npm',
      '{"error":{"code":"ENOLOCK","summary":"This command requires an existing lockfile."}}',
      'This command requires an existing lockfile.',
    ],
    ['nothing, as the time was over', '', 'sin respuesta'],
    ['a page of a portal', '<html>Welcome</html>', 'sin respuesta'],
    ['null', 'null', 'sin respuesta'],
  ])('that isn’t one says nothing: %s', (_what, text, why) => {
    expect(judgeAudit(text, shipped)).toEqual({ kind: 'unanswered', why })
  })
})
