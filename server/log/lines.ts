import { type LoggerOptions, pino } from 'pino'
import { errorCode } from './error-code.ts'
import { currentTrace } from './request-trace.ts'

// What the server prints while it runs: one JSON object a line.

const options: LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  mixin: () => ({ request_id: currentTrace()?.id }),
  serializers: { cause: drawn, message: (said) => withoutAddresses(String(said)) },
  hooks: { streamWrite: spelledOut },
}

/*
 * Lines go out by the process's own streams, which have written them before the call returns, so that none is lost when
 * the process ends; and one that can't be written, as to a full disk, is gone and takes no memory.
 */
const failures = pino(options, { write: (line) => console.error(line.trimEnd()) })
const events = pino({ ...options, level: 'silent' }, { write: (line) => console.log(line.trimEnd()) })

/** From here on events are printed too. A terminal is for the person at it, a test for its own results. */
export function printEvents(): void {
  events.level = 'info'
}

/** An event of the security log. Who called isn't in it: lines are kept for as long as somebody else decides. */
export function printEvent(event: string, fields: Record<string, unknown>): void {
  events.info({ event, ...fields })
}

/**
 * Something went wrong. `cause` is what was thrown, if anything was. The request's id is added where the request is
 * traced.
 */
export function printFailure(event: string, fields: Record<string, unknown>, cause?: unknown): void {
  failures.error({ event, ...fields, cause })
}

/** A log is read in terminals: what could move the cursor there, end a line or turn it round is spelt out. */
const UNSEEN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

function spelledOut(line: string): string {
  return line.replace(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * A mail server says whom it refused, and a log is kept for as long as somebody else decides. The parts are as long as
 * they can be and no longer, because what is looked through may be what a caller sent.
 */
const ADDRESS = /(?:"[^"\n]{0,64}"|[^\s"'<>()/:;,@]{1,64})@[^\s"'<>()/:;,@]{1,255}/g
const withoutAddresses = (text: string) => text.replace(ADDRESS, '…@…')

/** Never PostgreSQL's detail: the values of a row stand there, a child's name among them. */
function drawn(cause: unknown): Record<string, unknown> {
  if (!(cause instanceof Error)) return { message: withoutAddresses(String(cause)) }
  const { name, message, stack, cause: deeper } = cause
  return {
    name,
    message: withoutAddresses(message),
    ...(errorCode(cause) === '' ? {} : { code: errorCode(cause) }),
    ...(stack === undefined ? {} : { stack: withoutAddresses(stack) }),
    ...(deeper === undefined ? {} : { cause: drawn(deeper) }),
  }
}
