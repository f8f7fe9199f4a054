import { invalid } from '../calls/refusals.ts'

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** The longest duration that the reference knows: 63 bits of nanoseconds, which are 292 years. */
const LONGEST_MS = 2 ** 63 / 1e6

/**
 * Reads `ban_duration`, such as «24h», «1h30m» or «300ms», and returns milliseconds. The answer is null for «none» and
 * for no time at all, which lift a ban, and undefined for an empty text, which leaves it as it is. Throws 400
 * validation_failed.
 */
export function parseBanDuration(text: string): number | null | undefined {
  if (text === '') return undefined
  if (text === 'none' || /^[-+]?0$/.test(text)) return null
  const [, sign = '', parts] =
    /^([-+]?)((?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.exec(text) ?? []
  const total = [...(parts ?? '').matchAll(/([\d.]+)([^\d.]+)/g)].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_MS[unit] ?? 0),
    0,
  )
  if (parts === undefined || total > LONGEST_MS) {
    const why = `time: invalid duration ${JSON.stringify(text)}`
    throw invalid(`invalid format for ban duration: ${why}`)
  }
  return total === 0 ? null : sign === '-' ? -total : total
}
