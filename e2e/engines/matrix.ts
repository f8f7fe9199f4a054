import { readFileSync } from 'node:fs'

/** Each line of the table in docs/engines.md is about one file of stories. */
interface Line {
  /** The path begins below e2e/. */
  file: string
  firefox: Cell
  webkit: Cell
}

export interface Cell {
  isRun: boolean
  /** This is why the file isn't run, or null. */
  why: string | null
  /** Stories whose titles begin so are left out, for the reason beside them. */
  without: readonly { title: string; why: string }[]
}

const TABLE = new URL('../../docs/engines.md', import.meta.url)

/** Reads from the table what is run where. The runs of the two other engines read it, so that it stays true. */
export function readMatrix(): Line[] {
  const rows = readFileSync(TABLE, 'utf8').matchAll(/^\| `e2e\/([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)
  return [...rows].map(([, file = '', firefox = '', webkit = '']) => ({
    file,
    firefox: readCell(firefox),
    webkit: readCell(webkit),
  }))
}

/** Reads the reasons that the table may give; the document explains each of them. */
export function readReasons(): string[] {
  const rows = readFileSync(TABLE, 'utf8').matchAll(/^\| \*([^*]+)\* \|/gm)
  return [...rows].map(([, reason = '']) => reason)
}

/** A cell says `yes`, `yes, but `title` (reason), `title` (reason)`, or `no: reason`. */
function readCell(text: string): Cell {
  const without = [...text.matchAll(/`([^`]+)` \(([^)]+)\)/g)].map(([, title = '', why = '']) => ({
    title,
    why,
  }))
  const why = /^no: (.+)$/.exec(text.trim())?.[1] ?? null
  return { isRun: text.startsWith('yes'), why, without }
}

/** Returns Playwright's options for one engine: the files to run, and the stories in them to leave out. */
export function storiesOf(engine: 'firefox' | 'webkit') {
  const lines = readMatrix().filter((line) => line[engine].isRun)
  const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return {
    testMatch: lines.map(({ file }) => `e2e/${file}`),
    grepInvert: lines.flatMap(({ file, [engine]: { without } }) =>
      without.map(({ title }) => new RegExp(`${literally(file)} .*${literally(title)}`)),
    ),
  }
}
