import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A regular expression as it stands in a source file. */
export interface Pattern {
  path: string
  source: string
  flags: string
}

/** Lists the regular expressions of these source files. */
export function listPatterns(paths: readonly string[]): Pattern[] {
  return paths.flatMap((path) => {
    const { program } = parseSync(path, readFileSync(path, 'utf8'))
    const found: Pattern[] = []
    look(program, ({ pattern, flags }) => found.push({ path, source: pattern, flags }))
    return found
  })
}

/** Calls `tell` for each literal of a regular expression below a node of the syntax tree. */
function look(node: unknown, tell: (regex: { pattern: string; flags: string }) => void): void {
  if (Array.isArray(node)) for (const each of node) look(each, tell)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  for (const [name, value] of Object.entries(node)) {
    if (name === 'regex') tell(value)
    else look(value, tell)
  }
}

// A pattern that takes time in proportion to its text needs microseconds for these, whatever the machine.
const LONGEST = 16_000
const SUSPICIOUS_MS = 4
const MOST_TRIES = 7
/** Lengths grow in small steps, because time that doubles with each sign must be noticed before it takes for ever. */
const STEP = 1.25
/** Twice the text takes twice the time where all is well, four times where each sign is looked at again and again. */
const MOST_GROWTH = 3
/** A machine that has other things to do may be slow just then, in either of the two: most of the times count. */
const TIMES = 5

/**
 * Looks for a text on which a pattern takes longer than in proportion to its length, among repetitions of what stands
 * in it, by themselves and after the words that the pattern begins with. Returns the part that is repeated, or null
 * where there is none.
 */
export function slowRepetition({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | null {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const heads = [...new Set(['', headOf(source)])]
  return slowPart((text) => text.replace(pattern, ''), signsOf(source), heads)
}

/** The same of anything that works on a text, among repetitions of one or two of these signs after these heads. */
export function slowPart(
  work: (text: string) => unknown,
  signs: readonly string[],
  heads: readonly string[] = [''],
): string | null {
  const parts = [...signs, ...signs.flatMap((one) => signs.map((other) => one + other))]
  return parts.find((part) => heads.some((head) => isSlowOn(work, head, part))) ?? null
}

function isSlowOn(work: (text: string) => unknown, head: string, part: string): boolean {
  for (let length = 16; length <= LONGEST; length *= STEP) {
    if (timeOf(work, head, part, length) <= SUSPICIOUS_MS) continue
    const grows = () => timeOf(work, head, part, length) > MOST_GROWTH * timeOf(work, head, part, length / 2)
    return Array.from({ length: TIMES }).filter(grows).length > TIMES / 2
  }
  return false
}

/**
 * The shortest of up to seven tries, in milliseconds of the processor. Other programs make some of them longer, and
 * none shorter.
 */
function timeOf(work: (text: string) => unknown, head: string, part: string, length: number): number {
  // What comes last fits nothing, so that a pattern that could end in several ways tries them all.
  const text = `${head}${part.repeat(Math.ceil(length / part.length))}\u0000`
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < MOST_TRIES && best > SUSPICIOUS_MS; tries += 1) {
    const begun = process.cpuUsage()
    work(text)
    const { user, system } = process.cpuUsage(begun)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

/** The letters that a pattern begins with, without which it gives a text up at once. */
function headOf(source: string): string {
  const [, head = ''] = /^\^?((?:[\w ,:;=@"'<>#%&~/-]|\\[/.()[\]{}?*+^$|-])*)/.exec(source) ?? []
  // A sign that is repeated, or one of several, isn't asked for as it stands.
  const isLoose = /^[?*{|]/.test(source.replace(/^\^/, '').slice(head.length))
  return head.replaceAll('\\', '').slice(0, isLoose ? -1 : undefined)
}

/** One sign for each class that a pattern names, and those that it names themselves. */
function signsOf(source: string): string[] {
  const classes = [...source.matchAll(/\\[dDwWsS]|\\p\{\w+\}|\./g)].map(([name]) => CLASS_SIGNS[name] ?? 'x')
  const own = source.replace(/\\[a-zA-Z](\{[^}]*\})?|[()[\]{}|?*+^$\\]/g, '').slice(0, 12)
  return [...new Set([...Array.from(own), ...classes, 'a', '1', ' '])].slice(0, 12)
}

const CLASS_SIGNS: Readonly<Record<string, string>> = {
  '\\d': '1',
  '\\D': 'a',
  '\\w': 'a',
  '\\W': ' ',
  '\\s': ' ',
  '\\S': 'a',
}
