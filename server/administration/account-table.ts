import type { AccountLine } from './accounts.ts'
import { longDate } from './family-text.ts'

const HEADINGS = ['EMAIL', 'CREADA', 'ÚLTIMA ENTRADA', 'ESTADO']

/** Draws the accounts as lines of text in columns, for a terminal. */
export function accountTable(accounts: readonly AccountLine[]): string {
  if (accounts.length === 0) return 'No hay cuentas.'
  const hasStaff = accounts.some(({ staff_role: role }) => role !== null)
  const rows = accounts.map((account) => [
    account.email,
    account.created_at.slice(0, 10),
    account.last_sign_in_at?.slice(0, 10) ?? 'nunca',
    stateOf(account),
    ...(hasStaff ? [staffOf(account)] : []),
  ])
  const headings = hasStaff ? [...HEADINGS, 'CONSULTORÍA'] : HEADINGS
  const table = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return lines.map((line) => line.trimEnd()).join('\n')
}

function stateOf({ disabled, waiting, trial_ends_at: trial }: AccountLine): string {
  if (disabled) return 'desactivada'
  if (trial !== null && Date.parse(trial) <= Date.now()) return 'prueba terminada'
  if (waiting) return 'invitada'
  return trial === null ? 'activa' : `de prueba hasta el ${longDate(trial)}`
}

function staffOf({ staff_role: role, staff_name: name }: AccountLine): string {
  return role === null ? '' : `${role} (${name ?? 'sin nombre'})`
}
