import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/*
 * This file is Vitest's reporter of what was thrown outside of all tests, which its JSON report leaves out.
 */

/** The reporter writes to the file that this variable of the environment names. */
export const STRAY_ERRORS_FILE = 'STRAY_ERRORS_FILE'

export default class StrayErrors {
  /**
   * @param {readonly import('vitest/node').TestModule[]} _modules
   * @param {readonly { message: string, stack?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env[STRAY_ERRORS_FILE]
    if (file === undefined) return
    // The reporters end in no order, so the one that makes the folder may not have been there yet.
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)))
  }
}
