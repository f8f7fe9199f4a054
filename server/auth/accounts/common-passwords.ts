import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../settings/paths.ts'

/** The digits and signs that people put around a word so that it passes for a password. */
const DECORATION = /^[^a-z]{0,3}(?=[a-z])|[^a-z]{1,5}$/g
const KEYBOARD_ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** A password needs so many characters besides the words of its context, which anyone would try first. */
const MIN_OWN_CHARACTERS = 5

/**
 * Whether a password is one of those that are guessed first: one known from breaches, a single word with a number
 * behind it, a walk over the keyboard, a repeated character or group, or hardly more than a word of `context` (the
 * mailbox, the product).
 */
export function isCommonPassword(password: string, context: readonly string[]): boolean {
  const plain = withoutAccents(password.toLowerCase())
  return (
    commonPasswords().has(plain) ||
    commonPasswords().has(plain.replace(DECORATION, '')) ||
    /^(.{1,4})\1+.?$/u.test(plain) ||
    isRun(plain) ||
    isMostlyContext(plain, context)
  )
}

let loaded: ReadonlySet<string> | null = null

/** The list is read when the first password is set, and kept. Lines that begin with # are its licence. */
function commonPasswords(): ReadonlySet<string> {
  loaded ??= new Set(
    readFileSync(join(PACKAGE_ROOT, 'server/auth/accounts/common-passwords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/^#( |$)/.test(line)),
  )
  return loaded
}

function isRun(password: string): boolean {
  return (
    password.length > 0 &&
    KEYBOARD_ROWS.some((row) => {
      const backwards = Array.from(row).reverse().join('')
      return `${row}${row}`.includes(password) || `${backwards}${backwards}`.includes(password)
    })
  )
}

function isMostlyContext(password: string, context: readonly string[]): boolean {
  const words = context
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => withoutAccents(word.toLowerCase()))
    .filter((word) => word.length >= 3)
    // Longer words are taken out first, so that «ana» doesn't leave «.garcia» of «ana.garcia» behind.
    .sort((a, b) => b.length - a.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password)
  return rest !== password && rest.length < MIN_OWN_CHARACTERS
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}
