import { notEmbedded } from '../refusals/refusals.ts'
import { readField } from './field.ts'
import { type Filter, readOperation, readTreeValue } from './filters.ts'
import { Scanner } from './scanner.ts'

/** The condition that a row must meet: one filter, or several conditions joined by `and` or `or`. */
export type Condition =
  | { kind: 'filter'; filter: Filter }
  | { kind: 'group'; negated: boolean; operator: 'and' | 'or'; conditions: readonly Condition[] }

/** Deeper trees are refused here, because PostgreSQL's own limit would show as a server error. */
const MAX_DEPTH = 50

/** True for `or`, `and`, `not.or`, `not.and`, and for one of them below an embed's name. */
export function isLogicKey(key: string): boolean {
  return /(?:^|\.)(?:and|or)$/.test(key)
}

/** Parses `or=(a.eq.1,not.and(b.gt.2,c.is.null))`. Throws PGRST100, else PGRST108. */
export function parseLogic(key: string, value: string): Condition {
  const names = key.split('.')
  const embed = names.slice(0, -1).find((name) => name !== 'not')
  const operator = names.at(-1) === 'and' ? 'and' : 'or'
  const scanner = new Scanner(`logic tree (${value})`, operator + value)
  scanner.at = operator.length
  const conditions = readConditions(scanner, 1)
  if (conditions === null) throw scanner.refusal()
  scanner.end()
  if (embed !== undefined) throw notEmbedded(embed)
  return { kind: 'group', negated: names.includes('not'), operator, conditions }
}

function readConditions(scanner: Scanner, depth: number): Condition[] | null {
  scanner.skipBlanks()
  if (!scanner.take('(') || depth > MAX_DEPTH) return null
  const conditions: Condition[] = []
  do {
    scanner.skipBlanks()
    const condition = scanner.sees(/(?:not\.)?(?:and|or)[ \t]*\(/y)
      ? readGroup(scanner, depth)
      : readFilter(scanner)
    if (condition === null) return null
    conditions.push(condition)
    scanner.skipBlanks()
  } while (scanner.take(','))
  if (!scanner.take(')')) return null
  scanner.skipBlanks()
  return conditions
}

function readGroup(scanner: Scanner, depth: number): Condition | null {
  const negated = scanner.take('not.')
  const operator = scanner.take('and') ? 'and' : 'or'
  if (operator === 'or') scanner.take('or')
  const conditions = readConditions(scanner, depth + 1)
  return conditions === null ? null : { kind: 'group', negated, operator, conditions }
}

function readFilter(scanner: Scanner): Condition | null {
  const start = scanner.at
  const field = readField(scanner)
  if (field === null) {
    scanner.expect('negation operator (not)', start)
    scanner.expect('logic operator (and, or)', start)
    return null
  }
  if (!scanner.take('.', 'delimiter (.)')) return null
  const operation = readOperation(scanner, readTreeValue)
  return operation === null ? null : { kind: 'filter', filter: { field, ...operation } }
}
