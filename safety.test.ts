import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listPaths, listSources, type SourceFile } from './source-files.ts'

// These rules hold for the whole repository. Each names what it guards; the compiler guards the rest.

/** These files hold the words of the app, and those of the files it exports. */
const WORDS = /^app\/(words(\/[a-z-]+)?|data-files)\/[a-z-]+\.es\.ts$/
/** These files speak with the phone and with tokens, whose hours are real. */
const CLOCK_EDGES = /^app\/(device|session)\//

const files = listSources('*.ts', '*.tsx', '*.mjs')
const product = files.filter(
  (file) => !/\.(test|e2e)\.tsx?$|^(e2e|app\/testing\/(at-server|drawn))\//.test(file.path),
)

describe('directions of import', () => {
  it.each([
    { from: 'core/', to: ['app/', 'server/', 'demo/'], why: 'core imports nothing' },
    { from: 'app/', to: ['server/', 'demo/'], why: 'app and server meet on the wire' },
    { from: 'server/', to: ['app/', 'demo/'], why: 'app and server meet on the wire' },
  ])('$from never reaches $to: $why', ({ from, to }) => {
    const crossing = product
      .filter((file) => file.path.startsWith(from))
      .flatMap((file) => file.imports.map((target) => `${file.path} → ${target}`))
      .filter((edge) => to.some((folder) => edge.includes(`→ ${folder}`)))
    expect(crossing).toEqual([])
  })

  it('no two houses import each other, tests and tools included', () => {
    const houseOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')
    const steps = files.flatMap(({ path, imports }) =>
      imports.map((target) => [houseOf(path), houseOf(target)]),
    )
    const ways = new Set(steps.filter(([from, to]) => from !== to && from !== '' && to !== '').map(String))
    expect(ways).toContain('e2e,chaos')
    const back = (way: string) => way.split(',').reverse().join(',')
    expect([...ways].filter((way) => ways.has(back(way)))).toEqual([])
  })

  it('core imports no package', () => {
    expect(
      importersOf(/^[^.]/, (file) => file.path.startsWith('core/') && !file.path.endsWith('.test.ts')),
    ).toEqual([])
  })

  it('only the session’s calls and the tables’ know the Supabase client', () => {
    expect(importersOf(/^@supabase\//, (file) => file.path.startsWith('app/'))).toEqual([
      'app/session/remote-auth.ts',
      'app/session/remote-provider.ts',
      'app/sync/remote.ts',
    ])
  })

  it('only the local database and the session’s backup know IndexedDB', () => {
    expect(importersOf(/^idb$/, (file) => file.path.startsWith('app/'))).toEqual([
      'app/local/local-db.ts',
      'app/local/local-schema.ts',
      'app/session/session-backup.ts',
    ])
    const named = product.filter(
      (file) => /\bindexedDB\b/.test(file.text) && !file.path.startsWith('app/testing/'),
    )
    expect(named.map((file) => file.path)).toEqual(['app/session/session-backup.ts'])
  })
})

describe('one door for each fact', () => {
  it.each([
    {
      what: 'a password is changed',
      sql: /\bencrypted_password\s*=[^=]/,
      by: 'accounts/stored-password.ts',
    },
    { what: 'a session ends', sql: /delete\s+from\s+auth\.sessions\b/i, by: 'sessions/ended-sessions.ts' },
  ])('$what in $by alone', ({ sql, by }) => {
    const writers = product.filter((file) => file.path.startsWith('server/') && sql.test(file.text))
    expect(writers.map((file) => file.path)).toEqual([`server/auth/${by}`])
  })

  it('what /auth/v1 and /rest/v1 refuse has its status, code and words in a file of refusals', () => {
    const making = product.filter(
      ({ path, text }) => /^server\/(auth|rest)\//.test(path) && text.includes('new HttpError('),
    )
    expect(making.map(({ path }) => path).sort()).toEqual([
      'server/auth/calls/refusals.ts',
      'server/auth/providers/refusals.ts',
      'server/rest/refusals/pg-errors.ts',
      'server/rest/refusals/refusals.ts',
    ])
  })

  it('a button is made busy in while-busy.ts alone, which gives it back whatever is thrown', () => {
    const making = product.filter(({ text }) => /\bsetBusy\(true\)/.test(text))
    expect(making.map(({ path }) => path)).toEqual(['app/screens/shared/while-busy.ts'])
  })

  it('an account is made with its first password in accounts.ts alone', () => {
    const makers = product.filter((file) =>
      /insert\s+into\s+auth\.users\b[^`]*?encrypted_password/i.test(file.text),
    )
    expect(makers.map((file) => file.path)).toEqual(['server/auth/accounts/accounts.ts'])
  })
})

describe('shape of the code', () => {
  it('has no file over 300 lines', () => {
    const long = product.filter((file) => file.text.split('\n').length > 300)
    expect(long.map((file) => file.path)).toEqual([])
  })

  it('has no folder that says nothing', () => {
    const vague = /(^|\/)(utils?|helpers?|types|services|common|misc)(\/|\.tsx?$)/
    expect(files.map((file) => file.path).filter((path) => vague.test(path))).toEqual([])
  })

  it('names components in PascalCase and everything else in kebab-case', () => {
    const odd = product.filter((file) => {
      const name = posix.basename(file.path)
      return name.endsWith('.tsx') && name !== 'main.tsx'
        ? !/^[A-Z][A-Za-z]+\.tsx$/.test(name)
        : name.endsWith('.ts') && !/^[a-z0-9-]+(\.[a-z]+)*\.ts$/.test(name)
    })
    expect(odd.map((file) => file.path)).toEqual([])
  })

  it('silences no check and casts nothing away', () => {
    const silenced =
      /\bas any\b|\bas unknown as\b|@ts-(ignore|expect-error|nocheck)|biome-ignore|oxlint-disable/
    expect(
      matches(
        files.filter((file) => file.path !== 'safety.test.ts'),
        silenced,
      ),
    ).toEqual([])
  })

  it('names colours in tokens.css alone', () => {
    const elsewhere = listSources('app/*.css').filter((file) => file.path !== 'app/ui/style/tokens.css')
    expect(matches(elsewhere, /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i)).toEqual([])
  })

  it('registers what makes the browser style the whole page anew before anything is drawn', () => {
    const late = listSources('app/*.css').filter((file) => !file.path.startsWith('app/ui/style/'))
    expect(matches(late, /@(property|font-face|layer)\b/)).toEqual([])
  })

  it('measures no height that Safari’s bars cover', () => {
    expect(matches(listSources('app/*.css'), /\d(l|s)?vh\b/)).toEqual([])
  })

  it('swallows no error', () => {
    expect(matches(product, /catch( \(\w+\))? \{\s*\}/)).toEqual([])
  })

  it('skips and focuses no test', () => {
    expect(
      matches(
        files.filter((file) => file.path !== 'safety.test.ts'),
        /\b(it|test|describe)\.(skip|only|todo|fixme|fails)\b/,
      ),
    ).toEqual([])
  })
})

describe('words', () => {
  it('has no comment line over 120 characters', () => {
    const long = /^(?=.{121}) *(\{?\/?\*|-- |(.* )?\/\/ ).*/m
    expect(matches([...files, ...listSources('*.css', '*.sql')], long)).toEqual([])
  })

  it('keeps the Spanish of the interface in files of words', () => {
    const spanish = /['"`>][^'"`<\n]*[áéíóúñ¿¡][^'"`<\n]*['"`<]/i
    const elsewhere = product.filter((file) => file.path.startsWith('app/') && !WORDS.test(file.path))
    expect(matches(elsewhere, spanish)).toEqual([])
  })

  it('takes "now" from the clock: only clock edges read the system time in core and app', () => {
    const readers = product.filter(
      (file) => /^(core|app)\//.test(file.path) && /\bDate\.now\b|new Date\(\)/.test(file.text),
    )
    expect(readers.map((file) => file.path).filter((path) => !CLOCK_EDGES.test(path))).toEqual([])
  })
})

describe('the documents', () => {
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'docs/rules.md',
    'docs/wire.md',
    'docs/deviations.md',
    'docs/spec-coverage.md',
    'docs/security.md',
    'docs/asvs.md',
    'docs/operations.md',
    'docs/privacy.md',
  ]

  const NAMED_FILE =
    /`((?:app|bench|chaos|cluster|core|crash|demo|docs|e2e|fuzz|scripts|server|supabase)\/[^`…]+|[\w-]+\.test\.ts)`/g

  it('name only files that exist', () => {
    const missing = documents.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(NAMED_FILE)]
        .map(([, named = '']) => named)
        .filter((named) => (named.includes('*') ? listPaths(named).length === 0 : !existsSync(named)))
        .map((named) => `${path}: ${named}`),
    )
    expect(missing).toEqual([])
  })

  it('name only tests that exist', () => {
    // A citation is `file` › title, › title: a beginning of each title is enough, and … stands for what differs.
    const named = /`([^`]+\.(?:test|e2e|drawn)\.ts)`((?:,? › (?:(?!, ›|, `| \||; | \().)+)+)/g
    const cited = documents.flatMap((document) => [...readFileSync(document, 'utf8').matchAll(named)])
    const missing = cited.flatMap(([, path = '', titles = '']) => {
      const tests = readFileSync(path, 'utf8')
      return titles
        .split(/,? › /)
        .flatMap((title) => title.split('…'))
        .filter((piece) => !tests.includes(piece.trim()))
        .map((piece) => `${path} › ${piece}`)
    })
    expect(missing).toEqual([])
  })
})

function importersOf(target: RegExp, where: (file: SourceFile) => boolean): string[] {
  return product
    .filter(
      (file) =>
        where(file) &&
        file.imports.some((name) => target.test(name) && !/^(core|app|server|demo)\//.test(name)),
    )
    .map((file) => file.path)
}

function matches(where: SourceFile[], pattern: RegExp): string[] {
  return where.flatMap(({ path, text }) => {
    const found = pattern.exec(text)
    return found ? [`${path}: ${found[0].slice(0, 80)}`] : []
  })
}
