import { parseCsv } from '../../data-files/csv.ts'
import type { Invited } from './remote-accounts.ts'

/** Why a row of a list is not invited. `known`: it has an account. */
type RowProblem = 'email' | 'trial-days' | 'twice' | 'known'

export interface PreviewRow extends Invited {
  /** The line of the list, from 1. */
  line: number
  /** As typed, where it isn't a number of days. */
  days: string
  problem: RowProblem | null
}

export type Preview = { kind: 'empty' | 'unclosed-quote' } | { kind: 'rows'; rows: readonly PreviewRow[] }

/** What headings a spreadsheet gives the two columns, without accents and in small letters. */
const EMAIL_HEADINGS =
  /^(e-?mails?|correos?( electronicos?)?|direccion(es)?|mails?|usuarios?|e-mail address)$/
const DAYS_HEADINGS =
  /^(dias?|trial|prueba|trial[ _]days|dias?( de)? prueba|prueba \(dias?\)|dias de acceso)$/

/** Roughly what the server takes: something before one @, and a name with a dot behind it, without spaces. */
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/

export const isAddress = (text: string) => EMAIL.test(text)

const MOST_TRIAL_DAYS = 3650

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
  const headings = headingsOf(first.row)
  const body = headings === null ? lines : lines.slice(1)
  const columns = headings ?? guessedColumns(lines.map(({ row }) => row))
  const seen = new Set<string>()
  const rows = body.map(({ line, row }): PreviewRow => {
    const email = row[columns.email] ?? ''
    const days = columns.days === null ? '' : (row[columns.days] ?? '')
    const trialDays = readTrialDays(days)
    const key = email.toLowerCase()
    const problem = problemOf(key, trialDays, seen, known)
    seen.add(key)
    return { line, email, days, trialDays: trialDays ?? null, problem }
  })
  return rows.length === 0 ? { kind: 'empty' } : { kind: 'rows', rows }
}

interface Columns {
  email: number
  days: number | null
}

/** Null: the first line is no line of headings. */
function headingsOf(row: readonly string[]): Columns | null {
  const names = row.map((cell) => cell.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase())
  const [email, days] = [names.findIndex(isOf(EMAIL_HEADINGS)), names.findIndex(isOf(DAYS_HEADINGS))]
  if (email === -1) return null
  return { email, days: days === -1 ? null : days }
}

const isOf = (headings: RegExp) => (name: string) => headings.test(name)

/** The column that has an @ first, and the first other one in which there are numbers. */
function guessedColumns(rows: readonly (readonly string[])[]): Columns {
  const withAddress = rows.find((row) => row.some((cell) => cell.includes('@'))) ?? []
  const email = Math.max(
    0,
    withAddress.findIndex((cell) => cell.includes('@')),
  )
  const width = Math.max(...rows.map((row) => row.length))
  const isDays = (column: number) => column !== email && rows.some((row) => /^\d+$/.test(row[column] ?? ''))
  const days = Array.from({ length: width }, (_, column) => column).find(isDays)
  return { email, days: days ?? null }
}

/** The days of a trial as typed. Null: none, for good. Undefined: no number of days that the server takes. */
export function readTrialDays(typed: string): number | null | undefined {
  if (typed === '') return null
  const days = /^\d+$/.test(typed) ? Number(typed) : 0
  return days >= 1 && days <= MOST_TRIAL_DAYS ? days : undefined
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

/** Those of a list that are invited. */
export function invitedOf(rows: readonly PreviewRow[]): Invited[] {
  return rows.flatMap(({ email, trialDays, problem }) => (problem === null ? [{ email, trialDays }] : []))
}
