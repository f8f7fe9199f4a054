import { notEmbedded } from '../refusals/refusals.ts'
import { type Field, readName, readPath, readQuoted } from './field.ts'
import { Scanner } from './scanner.ts'

/** A filter, written as `col=not.op.value` or inside a logic tree. */
export interface Filter {
  field: Field
  negated: boolean
  operation: Operation
}

export type Operation =
  | { kind: 'compare'; operator: string; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'is'; keyword: string }
  | { kind: 'distinct'; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'search'; query: string; language: string | null; value: string }

/** The operators that take one value, with PostgreSQL's names for them. */
const COMPARISONS: Readonly<Record<string, string>> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

/** The operators that also take `(any)` or `(all)` and a list in braces. */
const QUANTIFIABLE: Readonly<Record<string, string>> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
}

/** The full-text operators, with the PostgreSQL function that reads their value. */
const SEARCHES: Readonly<Record<string, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const IS_KEYWORDS = ['null', 'not_null', 'true', 'false', 'unknown']

const OPERATORS = ['in', 'is', 'isdistinct', ...Object.keys(COMPARISONS), ...Object.keys(QUANTIFIABLE)]
  .concat(Object.keys(SEARCHES))
  // The longest names come first, because `is` would match the beginning of `isdistinct`.
  .toSorted((a, b) => b.length - a.length)

const OPERATOR_LABEL = 'operator (eq, gt, ...)'

/**
 * Parses a query parameter that is not reserved, such as key `naps->0` and value `not.eq.3`. Throws PGRST100, else
 * PGRST108.
 */
export function parseFilter(key: string, value: string): Filter {
  const { field, embed } = parseFilterKey(key)
  const scanner = new Scanner(`filter (${value})`, value)
  const parsed = readOperation(scanner, readRest)
  if (parsed === null) throw scanner.refusal()
  scanner.end()
  if (embed !== null) throw notEmbedded(embed)
  return { field, ...parsed }
}

function parseFilterKey(key: string): { field: Field; embed: string | null } {
  const scanner = new Scanner(`tree path (${key})`, key)
  const names: string[] = []
  do {
    const name = readName(scanner)
    if (name === null) throw scanner.refusal()
    names.push(name)
  } while (scanner.take('.', 'delimiter (.)'))
  const path = readPath(scanner)
  if (path === null) throw scanner.refusal()
  scanner.end()
  const [embed = null] = names.slice(0, -1)
  return { field: { name: names.at(-1) ?? '', path }, embed }
}

/**
 * Reads an operator and its value. `readValue` decides where the value ends: at the end of the parameter, or at a comma
 * inside a tree. Answers null when there is no operator.
 */
export function readOperation(
  scanner: Scanner,
  readValue: (scanner: Scanner) => string,
): Omit<Filter, 'field'> | null {
  const negated = scanner.take('not.', '"not"')
  const name = OPERATORS.find((operator) => scanner.text.startsWith(operator, scanner.at))
  if (name === undefined) scanner.expect(OPERATOR_LABEL)
  if (name === undefined) return null
  scanner.at += name.length
  const operation = readArgument(scanner, name, readValue)
  return operation === null ? null : { negated, operation }
}

function readArgument(
  scanner: Scanner,
  name: string,
  readValue: (scanner: Scanner) => string,
): Operation | null {
  const modifier = readModifier(scanner, name)
  if (!scanner.take('.', OPERATOR_LABEL)) return null
  const search = SEARCHES[name]
  if (search !== undefined) {
    return { kind: 'search', query: search, language: modifier, value: readValue(scanner) }
  }
  if (name === 'in') {
    const values = readList(scanner)
    return values === null ? null : { kind: 'in', values }
  }
  if (name === 'is') return readKeyword(scanner)
  if (name === 'isdistinct') return { kind: 'distinct', value: readValue(scanner) }
  const operator = COMPARISONS[name] ?? QUANTIFIABLE[name]
  if (operator === undefined) return null
  const quantifier = modifier === 'any' || modifier === 'all' ? modifier : null
  return { kind: 'compare', operator, quantifier, value: readValue(scanner) }
}

/** Reads `(any)`, `(all)` or the language of a search. Answers null when there is none. */
function readModifier(scanner: Scanner, name: string): string | null {
  if (name in SEARCHES && scanner.sees(/\([\p{L}0-9_ $]+\)/uy)) {
    return (scanner.match(/\([\p{L}0-9_ $]+\)/uy, OPERATOR_LABEL) ?? '').slice(1, -1).trim()
  }
  if (name in QUANTIFIABLE && scanner.sees(/\((?:any|all)\)/y)) {
    return (scanner.match(/\((?:any|all)\)/y, OPERATOR_LABEL) ?? '').slice(1, -1)
  }
  return null
}

function readKeyword(scanner: Scanner): Operation | null {
  const found = scanner.match(/[a-z_]+/iy, 'isVal: (null, not_null, true, false, unknown)')
  if (found === null) return null
  const keyword = found.toLowerCase()
  if (IS_KEYWORDS.includes(keyword)) {
    return { kind: 'is', keyword: keyword.toUpperCase().replace('_', ' ') }
  }
  scanner.at -= found.length
  scanner.expect('isVal: (null, not_null, true, false, unknown)')
  return null
}

function readList(scanner: Scanner): string[] | null {
  scanner.skipBlanks()
  if (!scanner.take('(')) return null
  scanner.skipBlanks()
  const values: string[] = []
  do values.push(readQuotedOrPlain(scanner))
  while (scanner.take(','))
  if (!scanner.take(')')) return null
  scanner.skipBlanks()
  return values
}

/** Reads a quoted text that ends at a comma or parenthesis, or else everything up to the next one. */
function readQuotedOrPlain(scanner: Scanner): string {
  if (scanner.sees(/"(?:[^\\"]|\\[\s\S])*"(?=[,)]|$)/y)) return readQuoted(scanner) ?? ''
  return scanner.match(/[^,)]*/y, '","') ?? ''
}

/** Reads the value of a filter inside a logic tree, which is quoted, an array literal in braces, or plain. */
export function readTreeValue(scanner: Scanner): string {
  if (scanner.sees(/\{[^{}]*\}/y)) return scanner.match(/\{[^{}]*\}/y, '"{"') ?? ''
  return readQuotedOrPlain(scanner)
}

function readRest(scanner: Scanner): string {
  const rest = scanner.text.slice(scanner.at)
  scanner.at = scanner.text.length
  return rest
}
