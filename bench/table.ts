/** One line of a table: what was measured, against what, and how it stands. */
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

/** A figure without a budget of its own, which explains its neighbours. */
export function figure(what: string, measured: string): Row {
  return { what, budget: '', measured, verdict: '' }
}

export const count: Format = (value) => String(Math.round(value))
export const seconds: Format = (ms) => `${(ms / 1000).toFixed(2)} s`
export const milliseconds: Format = (ms) => `${ms.toFixed(ms < 1 ? 2 : ms < 10 ? 1 : 0)} ms`
/** 1 KB is 1,000 bytes. */
export const kilobytes: Format = (bytes) => `${(bytes / 1000).toFixed(1)} KB`
export const megabytes: Format = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`
export const ratio: Format = (value) => `${value.toFixed(2)} ×`
export const perSecond: Format = (value) => `${Math.round(value).toLocaleString('en')}/s`

const COLUMNS = ['what', 'measured', 'budget', 'verdict'] as const

export function printTable(title: string, rows: readonly Row[]): void {
  const header: Record<(typeof COLUMNS)[number], string> = {
    what: title,
    budget: 'budget',
    measured: 'measured',
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
