/** A line of a table says what was measured, its limit, the figure, and whether the figure keeps the limit. */
export interface Row {
  what: string
  budget: string
  measured: string
  verdict: '✓' | '✗' | ''
}

type Format = (value: number) => string

export function atMost(what: string, limit: number, measured: number, format: Format): Row {
  return {
    what,
    budget: `≤ ${format(limit)}`,
    measured: format(measured),
    verdict: measured <= limit ? '✓' : '✗',
  }
}

export function atLeast(what: string, limit: number, measured: number, format: Format): Row {
  return {
    what,
    budget: `≥ ${format(limit)}`,
    measured: format(measured),
    verdict: measured >= limit ? '✓' : '✗',
  }
}

/** Makes a line without a limit of its own: its figure explains those of its neighbours. */
export function figure(what: string, measured: string): Row {
  return { what, budget: '', measured, verdict: '' }
}

/** Writes a number as Spanish does, with so many decimals if they are given. */
export function inSpanish(value: number, decimals?: number): string {
  const digits = decimals !== undefined && {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }
  return value.toLocaleString('es-ES', { useGrouping: 'always', ...digits })
}

export const count: Format = (value) => inSpanish(value, 0)
export const seconds: Format = (ms) => `${inSpanish(ms / 1000, 2)} s`
export const milliseconds: Format = (ms) => `${inSpanish(ms, ms < 1 ? 2 : ms < 10 ? 1 : 0)} ms`
/** A kilobyte is 1,000 bytes here, as in the budgets. */
export const kilobytes: Format = (bytes) => `${inSpanish(bytes / 1000, 1)} KB`
export const megabytes: Format = (bytes) => `${inSpanish(bytes / 1e6, 0)} MB`
export const ratio: Format = (value) => `${inSpanish(value, 2)} ×`
export const perSecond: Format = (value) => `${count(value)}/s`

const COLUMNS = ['what', 'measured', 'budget', 'verdict'] as const

export function printTable(title: string, rows: readonly Row[]): void {
  const header: Record<(typeof COLUMNS)[number], string> = {
    what: title,
    budget: 'límite',
    measured: 'medido',
    verdict: '',
  }
  const lines = [header, ...rows]
  const widths = COLUMNS.map((column) => Math.max(...lines.map((line) => line[column].length)))
  const drawn = lines.map((line) =>
    COLUMNS.map((column, index) => line[column].padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  drawn.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('  '))
  process.stdout.write(`\n${drawn.join('\n')}\n`)
}
