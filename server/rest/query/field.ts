import type { Scanner } from './scanner.ts'

/** A column, or a place inside a JSON column, as in `naps->0->>duration`. */
export interface Field {
  name: string
  path: readonly JsonStep[]
}

export interface JsonStep {
  arrow: '->' | '->>'
  operand: { kind: 'key'; key: string } | { kind: 'index'; index: number }
}

/** Deeper paths are refused here, because PostgreSQL's own limit would show as a server error. */
const MAX_STEPS = 50

const NAME = /[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*/uy
const JSON_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y
const JSON_INDEX = /-?[0-9]+(?=->|::|\.|,|$)/y
const QUOTED = /"(?:[^\\"]|\\[\s\S])*"/y

const NAME_LABEL = 'field name (* or [a..z0..9_$])'

/** Reads `name` or `"any name"`. Answers null when no name is next. */
export function readName(scanner: Scanner): string | null {
  if (scanner.sees(/"/y)) return readQuoted(scanner)
  const name = scanner.match(NAME, NAME_LABEL)
  if (name === null) return null
  for (const label of ['letter', 'digit', '"-"']) scanner.expect(label)
  return trimmed(name)
}

/** Reads a double-quoted text with backslash escapes. Answers null when none is next. */
export function readQuoted(scanner: Scanner): string | null {
  const quoted = scanner.match(QUOTED, '"\\""')
  return quoted === null ? null : quoted.slice(1, -1).replace(/\\([\s\S])/g, '$1')
}

/** Reads a name and its path, and skips the blanks around them. Answers null when it can't. */
export function readField(scanner: Scanner): Field | null {
  scanner.skipBlanks()
  const name = readName(scanner)
  if (name === null) return null
  const path = readPath(scanner)
  if (path === null) return null
  scanner.skipBlanks()
  return { name, path }
}

/** Reads zero or more `->` and `->>` steps. Answers null when one of them is broken. */
export function readPath(scanner: Scanner): JsonStep[] | null {
  const steps: JsonStep[] = []
  for (;;) {
    const arrow = scanner.take('->>') ? '->>' : scanner.take('->') ? '->' : null
    if (arrow === null) return steps
    const operand = readOperand(scanner)
    if (operand === null || steps.length === MAX_STEPS) return null
    steps.push({ arrow, operand })
  }
}

function readOperand(scanner: Scanner): JsonStep['operand'] | null {
  if (scanner.sees(JSON_INDEX)) {
    const index = Number(scanner.match(JSON_INDEX, 'digit'))
    // PostgreSQL's indexes are int4, and beyond that range no array has an element.
    return { kind: 'index', index: Math.max(-2147483648, Math.min(2147483647, index)) }
  }
  if (scanner.sees(/"/y)) {
    const key = readQuoted(scanner)
    return key === null ? null : { kind: 'key', key }
  }
  const key = scanner.match(JSON_KEY, 'any non reserved character different from: .,>()')
  return key === null ? null : { kind: 'key', key: trimmed(key) }
}

/** Removes the blanks around each part of a name with dashes, which don't count. */
function trimmed(name: string): string {
  return name
    .split('-')
    .map((part) => part.trim())
    .join('-')
}
