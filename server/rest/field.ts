import type { Scanner } from './scanner.ts'

/** A column, or a place inside a JSON column: `naps->0->>duration`. */
export interface Field {
  name: string
  path: readonly JsonStep[]
}

export interface JsonStep {
  arrow: '->' | '->>'
  operand: { kind: 'key'; key: string } | { kind: 'index'; index: number }
}

/** Deeper paths are refused here, because PostgreSQL's own limit answers as a server error. */
const MAX_STEPS = 50

const NAME = /[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*/uy
const JSON_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y
const JSON_INDEX = /-?[0-9]+(?=->|::|\.|,|$)/y
const QUOTED = /"(?:[^\\"]|\\[\s\S])*"/y

const NAME_LABEL = 'field name (* or [a..z0..9_$])'

/** `name` or `"any name"`; null when none is here. */
export function readName(scanner: Scanner): string | null {
  if (scanner.sees(/"/y)) return readQuoted(scanner)
  const name = scanner.match(NAME, NAME_LABEL)
  if (name === null) return null
  for (const label of ['letter', 'digit', '"-"']) scanner.expect(label)
  return trimmed(name)
}

/** A double-quoted text with backslash escapes. */
export function readQuoted(scanner: Scanner): string | null {
  const quoted = scanner.match(QUOTED, '"\\""')
  return quoted === null ? null : quoted.slice(1, -1).replace(/\\([\s\S])/g, '$1')
}

/** A name and its path, blanks around it skipped. */
export function readField(scanner: Scanner): Field | null {
  scanner.skipBlanks()
  const name = readName(scanner)
  if (name === null) return null
  const path = readPath(scanner)
  if (path === null) return null
  scanner.skipBlanks()
  return { name, path }
}

/** Zero or more `->` and `->>` steps; null when one is broken. */
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
    // Beyond int4 there is no element either.
    return { kind: 'index', index: Math.max(-2147483648, Math.min(2147483647, index)) }
  }
  if (scanner.sees(/"/y)) {
    const key = readQuoted(scanner)
    return key === null ? null : { kind: 'key', key }
  }
  const key = scanner.match(JSON_KEY, 'any non reserved character different from: .,>()')
  return key === null ? null : { kind: 'key', key: trimmed(key) }
}

/** Blanks around each part of a dashed name don't count. */
function trimmed(name: string): string {
  return name
    .split('-')
    .map((part) => part.trim())
    .join('-')
}
