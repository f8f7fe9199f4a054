import { MAX_ITEMS, MAX_OF_ONE_COLUMN } from './answer-limits.ts'
import { type Field, readName, readPath } from './field.ts'
import { Scanner } from './scanner.ts'

/** One item of `select=`. Embeds and aggregates are only recognised so that they can be refused. */
export type SelectItem =
  | { kind: 'star' }
  | { kind: 'field'; field: Field; cast: string | null; alias: string | null }
  | { kind: 'embed'; target: string; hint: string | null }
  | { kind: 'aggregate' }

const CAST = /[\p{L}0-9_ $]+/uy
const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/y

/** Parses `select=`. An empty text means every column. Throws PGRST100. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(`select parameter (${text})`, text)
  const items: SelectItem[] = []
  const counts = new Map<string, number>()
  let stars = 0
  scanner.skipBlanks()
  if (scanner.ended) return [{ kind: 'star' }]
  do {
    const item = readItem(scanner)
    if (item === null || items.length === MAX_ITEMS) throw scanner.refusal()
    if (item.kind === 'field') counts.set(item.field.name, (counts.get(item.field.name) ?? 0) + 1)
    if (item.kind === 'star') stars += 1
    if (stars + Math.max(0, ...counts.values()) > MAX_OF_ONE_COLUMN) throw scanner.refusal()
    items.push(item)
  } while (scanner.take(','))
  scanner.end()
  return items
}

function readItem(scanner: Scanner): SelectItem | null {
  scanner.skipBlanks()
  const item = scanner.take('...', '"..."') ? readEmbed(scanner) : (readStar(scanner) ?? readNamed(scanner))
  scanner.skipBlanks()
  return item
}

function readStar(scanner: Scanner): SelectItem | null {
  if (!scanner.sees(/\*[ \t]*(?:,|$)/y)) return null
  scanner.take('*')
  return { kind: 'star' }
}

function readNamed(scanner: Scanner): SelectItem | null {
  const alias = readAlias(scanner)
  const start = scanner.at
  const name = readName(scanner)
  if (name === null) return null
  if (scanner.sees(/[!(]/y)) {
    if (name === 'count' && scanner.take('()')) return readAggregate(scanner)
    scanner.at = start
    return readEmbed(scanner)
  }
  const path = readPath(scanner)
  if (path === null) return null
  const cast = readCast(scanner)
  if (cast === undefined || cast === '') return null
  if (scanner.sees(AGGREGATE) && scanner.match(AGGREGATE, 'aggregate') !== null) return readAggregate(scanner)
  return { kind: 'field', field: { name, path }, cast, alias }
}

/** Reads the cast; null where there is none. */
function readCast(scanner: Scanner): string | null | undefined {
  return scanner.take('::') ? scanner.match(CAST, 'letter or digit')?.trim() : null
}

/** Reads what may stand behind an aggregate. */
function readAggregate(scanner: Scanner): SelectItem | null {
  const cast = readCast(scanner)
  return cast === undefined || cast === '' ? null : { kind: 'aggregate' }
}

/** Reads `alias:`, but not the `::` of a cast. */
function readAlias(scanner: Scanner): string | null {
  const start = scanner.at
  const name = readName(scanner)
  if (name !== null && scanner.sees(/:(?!:)/y)) {
    scanner.take(':')
    return name
  }
  scanner.at = start
  return null
}

function readEmbed(scanner: Scanner): SelectItem | null {
  const target = readName(scanner)
  if (target === null) return null
  let hint: string | null = null
  while (scanner.take('!')) {
    const word = readName(scanner)
    if (word === null) return null
    if (word !== 'inner' && word !== 'left') hint ??= word
  }
  return skipParentheses(scanner) ? { kind: 'embed', target, hint } : null
}

/** Skips what is inside an embed, because the embed itself will be refused. */
function skipParentheses(scanner: Scanner): boolean {
  if (!scanner.take('(')) return false
  for (let depth = 1; depth > 0; ) {
    const piece = scanner.match(/[^()"]+|[()]|"(?:[^\\"]|\\[\s\S])*"/y, '")"')
    if (piece === null) return false
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
  }
  return true
}

/** True when every column is asked for. */
export function selectsAll(items: readonly SelectItem[]): boolean {
  return items.some((item) => item.kind === 'star')
}
