import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'

// Rules that hold for the whole house. Each names what it guards; the compiler guards the rest.

interface SourceFile {
  path: string
  text: string
  imports: string[]
}

const files = listSources('*.ts', '*.tsx', '*.mjs')
const product = files.filter(
  (file) => !/\.(test|e2e)\.tsx?$/.test(file.path) && !file.path.startsWith('e2e/'),
)

describe('directions of import', () => {
  it.each([
    { from: 'core/', to: ['app/', 'server/', 'demo/'], why: 'core imports nothing' },
    { from: 'app/', to: ['server/', 'demo/'], why: 'app and server meet on the wire' },
    { from: 'server/', to: ['app/', 'demo/'], why: 'app and server meet on the wire' },
    { from: 'app/ui/', to: ['app/data/', 'app/screens/'], why: 'ui takes props and emits events' },
    { from: 'app/data-files/', to: ['app/ui/', 'app/screens/', 'app/data/'], why: 'files know no disk' },
    { from: 'app/data/', to: ['app/ui/', 'app/screens/', 'app/copy.es'], why: 'data knows no screen' },
  ])('$from never reaches $to: $why', ({ from, to }) => {
    const crossing = product
      .filter((file) => file.path.startsWith(from))
      .flatMap((file) => file.imports.map((target) => `${file.path} → ${target}`))
      .filter((edge) => to.some((folder) => edge.includes(`→ ${folder}`)))
    expect(crossing).toEqual([])
  })

  it('core imports no package', () => {
    expect(
      importersOf(/^[^.]/, (file) => file.path.startsWith('core/') && !file.path.endsWith('.test.ts')),
    ).toEqual([])
  })

  it('only remote.ts and remote-auth.ts know the Supabase client', () => {
    expect(importersOf(/^@supabase\//, (file) => file.path.startsWith('app/'))).toEqual([
      'app/data/remote-auth.ts',
      'app/data/remote.ts',
    ])
  })

  it('only local-db.ts knows IndexedDB', () => {
    expect(importersOf(/^idb$/, (file) => file.path.startsWith('app/'))).toEqual(['app/data/local-db.ts'])
    expect(product.filter((file) => /\bindexedDB\b/.test(file.text)).map((file) => file.path)).toEqual([])
  })
})

describe('shape of the code', () => {
  it('has no file over 300 lines, but the one list of words', () => {
    const code = product.filter((file) => file.path !== 'app/copy.es.ts')
    const long = code.filter((file) => file.text.split('\n').length > 300)
    expect(long.map((file) => file.path)).toEqual([])
  })

  it('has no folder that says nothing', () => {
    const vague = /(^|\/)(utils?|helpers?|types|services|common|misc)(\/|\.tsx?$)/
    expect(files.map((file) => file.path).filter((path) => vague.test(path))).toEqual([])
  })

  it('names components in PascalCase and everything else in kebab-case', () => {
    const odd = product.filter((file) => {
      const name = posix.basename(file.path)
      return name.endsWith('.tsx') && !['main.tsx', 'shell.tsx'].includes(name)
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
    const elsewhere = listSources('app/*.css').filter((file) => file.path !== 'app/ui/tokens.css')
    expect(matches(elsewhere, /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i)).toEqual([])
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

  it('keeps the Spanish of the interface in copy.es.ts', () => {
    const spanish = /['"`>][^'"`<\n]*[áéíóúñ¿¡][^'"`<\n]*['"`<]/i
    const elsewhere = product.filter(
      (file) => file.path.startsWith('app/') && !/^app\/copy(-[a-z-]+)?\.es\.ts$/.test(file.path),
    )
    expect(matches(elsewhere, spanish)).toEqual([])
  })

  it('takes "now" from the clock: only clock edges read the system time in core and app', () => {
    const readers = product.filter(
      (file) => /^(core|app)\//.test(file.path) && /\bDate\.now\b|new Date\(\)/.test(file.text),
    )
    expect(readers.map((file) => file.path).filter((path) => !path.startsWith('app/data/'))).toEqual([])
  })
})

describe('the documents', () => {
  it('name only files that exist', () => {
    const documents = [
      'README.md',
      'ARCHITECTURE.md',
      'docs/spec-coverage.md',
      'docs/security.md',
      'docs/operations.md',
    ]
    const missing = documents.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/`((?:app|core|server|supabase|e2e|docs|demo)\/[^`*…]+)`/g)]
        .map(([, named = '']) => named)
        .filter((named) => !existsSync(named))
        .map((named) => `${path}: ${named}`),
    )
    expect(missing).toEqual([])
  })

  it('name only tests that exist', () => {
    // `file` › title, › title: a beginning is enough, … stands for what differs.
    const named = /`([^`]+\.(?:test|e2e)\.ts)`((?:,? › (?:(?!, ›|, `| \||; | \().)+)+)/g
    const missing = [...readFileSync('docs/spec-coverage.md', 'utf8').matchAll(named)].flatMap(
      ([, path = '', titles = '']) => {
        const tests = readFileSync(path, 'utf8')
        return titles
          .split(/,? › /)
          .flatMap((title) => title.split('…'))
          .filter((piece) => !tests.includes(piece.trim()))
          .map((piece) => `${path} › ${piece}`)
      },
    )
    expect(missing).toEqual([])
  })
})

function listSources(...patterns: string[]): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns])
  return listed
    .toString()
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}

/** Relative imports as paths from the root, packages as they are written. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? posix.join(posix.dirname(path), target) : target,
  )
}

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
