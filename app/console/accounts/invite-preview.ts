import { parseCsv, writeCsv } from '../../data-files/csv.ts'
import { textOf } from '../../data-files/file-text.ts'
import { inviteList as words } from '../../words/console/accounts.es.ts'
import { plain } from '../shared/plain.ts'
import type { Invited } from './calls/remote-accounts.ts'
import { foreignLetters, isAddress, readTrialDays } from './typed-guest.ts'

/** Why a row of a list is not invited. `known`: it has an account. */
type RowProblem = 'email' | 'trial-days' | 'twice' | 'known'

export interface PreviewRow extends Invited {
  /** The line of the list, from 1. */
  line: number
  /** As typed, where it isn't a number of days. */
  days: string
  problem: RowProblem | null
  /** All that stands in the row. */
  cells: readonly string[]
}

export type Preview =
  /** `nobody`: there is something, but no line of a person. */
  | { kind: 'empty' | 'nobody' | 'unclosed-quote' }
  /** The numbers of this column, from 1, may be days: nobody gets access for good because a heading was misread. */
  | { kind: 'unclear-column'; column: number; heading: string }
  | { kind: 'rows'; rows: readonly PreviewRow[]; headings: readonly string[] }

/** What headings a spreadsheet gives the two columns, without accents and in small letters. */
const EMAIL_HEADINGS =
  /^(e-?mails?|correos?( electronicos?)?|direccion(es)?|mails?|usuarios?|e-mail address)$/
const DAYS_HEADINGS =
  /^(dias?|trial|prueba|trial[ _]days|dias?( de)? prueba|prueba \(dias?\)|dias de acceso)$/

/**
 * What inviting a list would do, row by row. Separators are guessed, headings may be missing, and of the two columns
 * only the address is needed.
 * @param known the addresses that have accounts, in small letters.
 */
export function previewOf(text: string, known: ReadonlySet<string>): Preview {
  const cells = parseCsv(text)
  if (cells === null) return { kind: 'unclosed-quote' }
  const lines = cells
    .map((row, index) => ({ line: index + 1, row: row.map((cell) => cell.trim()) }))
    .filter(({ row }) => row.some((cell) => cell !== ''))
  const [first] = lines
  if (first === undefined) return { kind: 'empty' }
  const guessed = guessedColumns(lines.map(({ row }) => row))
  const headings = headingsOf(first.row, guessed.email)
  const body = headings === null ? lines : lines.slice(1)
  const columns = headings ?? guessed
  const people = body.map(({ row }) => row).filter(hasAddressAt(columns.email))
  const unclear = columns.days === null ? unclearColumn(people, columns.email) : null
  if (unclear !== null) {
    const heading = first.row.some(isLikeAddress) ? '' : (first.row[unclear] ?? '')
    return { kind: 'unclear-column', column: unclear + 1, heading }
  }
  const seen = new Set<string>()
  const rows = body.map(({ line, row }): PreviewRow => {
    const email = row[columns.email] ?? ''
    const days = columns.days === null ? '' : (row[columns.days] ?? '')
    const trialDays = readTrialDays(days)
    const key = email.toLowerCase()
    const problem = problemOf(key, trialDays, seen, known)
    if (problem === null) seen.add(key)
    return { line, email, days, trialDays: trialDays ?? null, problem, cells: row }
  })
  return rows.length === 0
    ? { kind: 'nobody' }
    : { kind: 'rows', rows, headings: titled(headings === null ? [] : first.row, columns) }
}

/** Headings by which the columns are known, whatever rows stand under them. */
function titled(row: readonly string[], { email, days }: Columns): string[] {
  const titles = new Map([
    [email, words.headings.email],
    ...(days === null ? [] : [[days, words.headings.days] as const]),
  ])
  const width = Math.max(row.length, ...[...titles.keys()].map((column) => column + 1))
  return Array.from({ length: width }, (_, column) => titles.get(column) ?? row[column] ?? '')
}

interface Columns {
  email: number
  days: number | null
}

/**
 * Null: the first line is no line of headings. It is one, too, when only the days have a heading that is known.
 * @param guessedEmail the column of addresses where it has no heading, or another one.
 */
function headingsOf(row: readonly string[], guessedEmail: number): Columns | null {
  const names = row.map(plain)
  const [email, days] = [names.findIndex(isOf(EMAIL_HEADINGS)), names.findIndex(isOf(DAYS_HEADINGS))]
  if (email !== -1) return { email, days: days === -1 ? null : days }
  const isTitled = days !== -1 && days !== guessedEmail && !row.some(isLikeAddress)
  return isTitled ? { email: guessedEmail, days } : null
}

const isLikeAddress = (cell: string) => cell.includes('@')
const hasAddressAt = (column: number) => (row: readonly string[]) => isLikeAddress(row[column] ?? '')
const isOf = (headings: RegExp) => (name: string) => headings.test(name)

/** The column that has an @ first, and the one behind it where there are numbers in it. */
function guessedColumns(rows: readonly (readonly string[])[]): Columns {
  const withAddress = rows.find((row) => row.some(isLikeAddress)) ?? []
  const email = Math.max(0, withAddress.findIndex(isLikeAddress))
  const isDays = rows.some((row) => /^\d+$/.test(row[email + 1] ?? ''))
  return { email, days: isDays ? email + 1 : null }
}

/** The first column in which all that stands is numbers of at most four digits, so that they may be days; or null. */
function unclearColumn(rows: readonly (readonly string[])[], email: number): number | null {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const mayBeDays = (column: number) => {
    const filled = rows.flatMap((row) => row[column] || [])
    return column !== email && filled.length > 0 && filled.every((cell) => /^\d{1,4}$/.test(cell))
  }
  return Array.from({ length: width }, (_, column) => column).find(mayBeDays) ?? null
}

function problemOf(
  key: string,
  trialDays: number | null | undefined,
  seen: ReadonlySet<string>,
  known: ReadonlySet<string>,
): RowProblem | null {
  if (!isAddress(key)) return 'email'
  if (trialDays === undefined) return 'trial-days'
  if (seen.has(key)) return 'twice'
  return known.has(key) ? 'known' : null
}

/** Why a row is left out, in words. */
export function problemText(problem: RowProblem, email: string): string {
  const letters = problem === 'email' ? foreignLetters(email) : ''
  return letters === '' ? words.problem[problem] : words.letters(letters)
}

/** Why nobody can be invited by a list as it is; null: somebody can, or nothing is typed. */
export function unreadable(preview: Preview): string | null {
  switch (preview.kind) {
    case 'unclosed-quote':
      return words.unclosedQuote
    case 'nobody':
      return words.nobody
    case 'unclear-column':
      return words.unclearColumn(preview.column, preview.heading)
    default:
      return null
  }
}

/** What a file holds, or why it is of no use. */
export function readList(bytes: Uint8Array): { text: string } | { problem: string } {
  const text = textOf(bytes)
  if (text === null) return { problem: words.notReadText }
  return text.trim() === '' ? { problem: words.emptyFile } : { text }
}

/** Those of a list that are invited. */
export function invitedOf(rows: readonly PreviewRow[]): Invited[] {
  return rows.flatMap(({ email, trialDays, problem }) => (problem === null ? [{ email, trialDays }] : []))
}

/**
 * What is left of a list after it was invited, as a list of its own; null: nothing. In it are those of its good rows
 * who weren't invited all the same, and what is still to be mended, but nothing of who stands in a good row as well.
 */
export function leftInList(
  text: string,
  notInvited: readonly Invited[],
): { text: string; count: number } | null {
  const preview = previewOf(text, new Set())
  if (preview.kind !== 'rows') return null
  const good = keysOf(invitedOf(preview.rows))
  const again = keysOf(notInvited)
  const isLeft = ({ email, problem }: PreviewRow) =>
    problem === null ? again.has(email.toLowerCase()) : !good.has(email.toLowerCase())
  const left = preview.rows.filter(isLeft).map(({ cells }) => cells)
  if (left.length === 0) return null
  const written = writeCsv(preview.headings, left).trim().replaceAll('\r\n', '\n')
  return { text: written, count: left.length }
}

const keysOf = (people: readonly Invited[]) => new Set(people.map(({ email }) => email.toLowerCase()))
