import { notEmbedded } from '../refusals/refusals.ts'
import { type Field, readField } from './field.ts'
import { Scanner } from './scanner.ts'

export interface OrderTerm {
  field: Field
  direction: 'asc' | 'desc' | null
  nulls: 'first' | 'last' | null
}

/** What a term is read as: `table(column)` orders by an embedded table, and the API embeds none. */
type ReadTerm = OrderTerm | { embed: string }

const MAX_TERMS = 50
const EMBEDDED = /\([^()]+\)/y

/** Parses `order=date.desc.nullslast,naps->0->>duration`. Throws PGRST100, else PGRST108. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(`order (${text})`, text)
  const terms: OrderTerm[] = []
  let embed: string | null = null
  do {
    const term = readTerm(scanner)
    if (term === null || terms.length === MAX_TERMS) throw scanner.refusal()
    if ('field' in term) terms.push(term)
    else embed ??= term.embed
  } while (scanner.take(','))
  scanner.end()
  if (embed !== null) throw notEmbedded(embed)
  return terms
}

function readTerm(scanner: Scanner): ReadTerm | null {
  const field = readField(scanner)
  if (field === null) return null
  const isOfEmbed = scanner.sees(EMBEDDED) && scanner.match(EMBEDDED, '"("') !== null
  const words: string[] = []
  while (words.length < 2 && scanner.take('.', 'delimiter (.)')) {
    const word = readWord(scanner, words.length === 0)
    if (word === null) return null
    words.push(word)
    if (word.startsWith('nulls')) break
  }
  scanner.skipBlanks()
  if (isOfEmbed) return { embed: field.name }
  return {
    field,
    direction: words[0] === 'asc' || words[0] === 'desc' ? words[0] : null,
    nulls: words.includes('nullsfirst') ? 'first' : words.includes('nullslast') ? 'last' : null,
  }
}

function readWord(scanner: Scanner, first: boolean): string | null {
  const words = first ? ['asc', 'desc', 'nullsfirst', 'nullslast'] : ['nullsfirst', 'nullslast']
  return words.find((word) => scanner.take(word)) ?? null
}
