import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Whatever code and documents follow can be read in this repository: a rule in docs/rules.md, a call in docs/wire.md,
// the reason why in docs/decisions. They are cited by number; code says the name, too, so that a number that has moved
// is noticed (decision 028).

type Part = readonly [number: string, name: string]

const rules = partsOf('docs/rules.md', /^- \*\*(\d+\.\d+) ([^*]+)\.\*\*/gm)
const wire = partsOf('docs/wire.md', /^#{2,3} (\d+(?:\.\d+)?)\.? (.+)$/gm)
const decisions = readdirSync('docs/decisions').map((file) => file.slice(0, 3))

const texts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|css|sql|html|md)$/.test(path) && existsSync(path))
  .map((path) => ({ path, text: asOneLine(readFileSync(path, 'utf8')) }))

describe('what is cited', () => {
  it('is a rule of docs/rules.md', () => {
    expect(badCitations(/\brules? (\d+\.\d+)(?:, ([^();]*))?/gi, rules)).toEqual([])
  })

  it('is a section of docs/wire.md', () => {
    expect(badCitations(/\bwire (\d+(?:\.\d+)?)(?:, ([^();]*))?/gi, wire)).toEqual([])
  })

  it('is a decision that was written down', () => {
    const cited = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/\bdecision (\d+)/gi)].map(([, number = '']) => ({ path, number })),
    )
    expect(cited.filter(({ number }) => !decisions.includes(number))).toEqual([])
  })

  it('is nothing that only some can read', () => {
    const unseen = /\b(the specification|product decision|wire contract|the contract)\b/i
    // This file names them, and nothing else does.
    expect(texts.filter(({ text }) => unseen.test(text)).map(({ path }) => path)).toEqual(['law.test.ts'])
  })
})

describe('a commit’s subject', () => {
  it('says what changed in at most 72 characters', () => {
    // Those before this rule was checked stay as they are.
    const subjects = execFileSync('git', ['log', '--since=2026-11-26T06:00:00Z', '--format=%s'])
    const long = subjects
      .toString()
      .split('\n')
      .filter((subject) => Array.from(subject).length > 72)
    expect(long).toEqual([])
  })
})

describe('docs/rules.md', () => {
  it('gives each number once', () => {
    expect(repeated(rules)).toEqual([])
  })

  it('has a line in docs/spec-coverage.md for each rule', () => {
    const lines = readFileSync('docs/spec-coverage.md', 'utf8').matchAll(/^\| ((?:\d+\.\d+, )*\d+\.\d+) /gm)
    const covered = [...lines].flatMap(([, numbers = '']) => numbers.split(', '))
    const numbers = rules.map(([number]) => number)
    expect(numbers.filter((number) => !covered.includes(number))).toEqual([])
    expect(covered.filter((number) => !numbers.includes(number))).toEqual([])
  })
})

describe('docs/wire.md', () => {
  const said = asOneLine(readFileSync('docs/wire.md', 'utf8'))

  it('gives each number once', () => {
    expect(repeated(wire)).toEqual([])
  })

  it('has every code, and every message that is always the same, of a refusal', () => {
    const refusal =
      /\b(?:HttpError\(\s*\d{3}, '(\w+)'(?:, (?:'([^']+)'|"([^"]+)"))?|(?:invalid|badJwt\(\d{3}|unsupported)[(,] ?'([^']+)')/g
    const unsaid = texts
      .filter(({ path }) => path.startsWith('server/') && !path.endsWith('.test.ts'))
      .flatMap(({ text }) => [...text.matchAll(refusal)].flatMap(([, ...parts]) => parts))
      .filter((part) => part !== undefined && !said.includes(part))
    expect(unsaid).toEqual([])
  })

  it('has every path of auth', () => {
    const routes = readFileSync('server/auth/auth-app.ts', 'utf8').matchAll(/^ {2}'(\/[^']+)': \{/gm)
    const paths = [...routes].map(([, path = '']) => path.replace(/:\w+/g, '{}'))
    const told = said.replace(/\{\w+\}/g, '{}')
    expect(paths).toContain('/token')
    expect(paths.filter((path) => !told.includes(path))).toEqual([])
  })
})

/**
 * The level of each requirement of OWASP's ASVS 5.0: a line for each chapter, a word for each of its sections, a digit
 * for each requirement.
 */
const ASVS = [
  '22 1111122223 112222222223 222 123',
  '122 112 12223 23',
  '3 113 12223 11222233 11122333 3 22333',
  '12233 23333 22 1222',
  '2 112333 113 222',
  '122 111111112222 11223333 112233 22222333 2223 33 2222',
  '222 1111 22 11222 223 22',
  '1233 1123 133 23',
  '111 1222',
  '22 223 22223 1111122222233333 22222 22 222',
  '2233 22233 11233 1222 23 23 33',
  '12233 11 22223',
  '2333 222223 2233 1222233',
  '22 12223333 122',
  '12233 12233 1222222 3333',
  '2 22222 2222 222 2223',
  '23 22223333 22',
].flatMap((sections, chapter) =>
  sections
    .split(' ')
    .flatMap((levels, section) =>
      Array.from(levels, (level, index) => ({ id: `${chapter + 1}.${section + 1}.${index + 1}`, level })),
    ),
)

const STATES = ['met', 'not applicable', 'open']

describe('docs/asvs.md', () => {
  const row = /^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| (met|not applicable|open) \| ([^|]+) \|$/gm
  const rows = [...readFileSync('docs/asvs.md', 'utf8').matchAll(row)].map(
    ([, id = '', level = '', state = '', said = '']) => ({ id, level, state, said }),
  )
  const named = ({ said }: { said: string }) =>
    [...said.matchAll(/`([\w./-]+\.(?:tsx?|mjs|md|sql|txt|json|html))`/g)].map(([, path = '']) => path)
  const idsOf = (state: string, level: string) =>
    rows.filter((found) => found.state === state && found.level === level).map(({ id }) => id)

  it('has each requirement of levels 1 and 2 once', () => {
    const asked = ASVS.filter(({ level }) => level < '3')
    expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(asked)
  })

  it('names files that are there, one at least for what is met, and a reason for what is not', () => {
    const paths = rows.flatMap(named)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
    expect(rows.filter((found) => found.state === 'met' && named(found).length === 0)).toEqual([])
    expect(rows.filter(({ state, said }) => state !== 'met' && !/\w.*\.$/.test(said))).toEqual([])
  })

  it('leaves nothing of level 1 open, and ten of level 2 at most', () => {
    expect(idsOf('open', '1')).toEqual([])
    expect(idsOf('open', '2').length).toBeLessThanOrEqual(10)
  })

  it('has as many of each state as docs/security.md counts', () => {
    const counts = ['1', '2'].map(
      (level) => `| ${[level, ...STATES.map((state) => idsOf(state, level).length)].join(' | ')} |`,
    )
    expect(readFileSync('docs/security.md', 'utf8')).toContain(counts.join('\n'))
  })
})

function partsOf(path: string, part: RegExp): Part[] {
  return [...readFileSync(path, 'utf8').matchAll(part)].map(([, number = '', name = '']) => [number, name])
}

function repeated(parts: readonly Part[]): string[] {
  const numbers = parts.map(([number]) => number)
  return numbers.filter((number, index) => numbers.indexOf(number) !== index)
}

/** Takes the line breaks out of a text, because one may fall into a citation. */
function asOneLine(text: string): string {
  return text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g, ' ')
}

/** Finds citations whose number isn't there, and those of code that don't say the name it has. */
function badCitations(citation: RegExp, parts: readonly Part[]): string[] {
  const names = new Map(parts)
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(citation)]
      .filter(([, number = '', said = '']) => {
        const name = names.get(number)
        if (name === undefined) return true
        return !path.endsWith('.md') && !said.toLowerCase().startsWith(name.toLowerCase())
      })
      .map(([cited]) => `${path}: ${cited}`),
  )
}
