import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../paths.ts'

/** What people add to a word so that it passes for a password. */
const DECORATION = /^[^a-z]{0,3}(?=[a-z])|[^a-z]{1,5}$/g
const KEYBOARD_ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** What has to be left of a password without the words anyone would try first. */
const MIN_OWN_CHARACTERS = 5

/**
 * Whether a password is one of those that are guessed first: in breaches, a single word with a number behind it, a
 * walk over the keyboard, one character or group repeated, or hardly more than `context` (its e-mail, the product).
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

/** Read when the first password is set; lines with # say where they come from. */
function commonPasswords(): ReadonlySet<string> {
  loaded ??= new Set(
    readFileSync(join(PACKAGE_ROOT, 'server/auth/common-passwords.txt'), 'utf8')
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
    // The longest first: «ana.garcia» before «ana».
    .sort((a, b) => b.length - a.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password)
  return rest !== password && rest.length < MIN_OWN_CHARACTERS
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}
