import { join } from 'node:path'
import { addressFrom, startInRoot } from './root.mjs'

/** The account that docs/operations.md makes as its example. */
const EXAMPLE = 'familia@correo.es'

/** Runs with the root's own Node: asks for health and page, signs in by a password, and reads a table. */
const CALLS = `const [url, email, password, apikey] = process.argv.slice(1)
const status = async (path, how) => (await fetch(url + path, how)).status
const signIn = await fetch(url + '/auth/v1/token?grant_type=password', {
  method: 'POST',
  headers: { apikey, 'Content-Type': 'application/json' },
  body: JSON.stringify({ email, password }),
})
const { access_token: token } = await signIn.json()
const headers = { apikey, Authorization: 'Bearer ' + token }
const rows = await status('/rest/v1/sleep_records?select=id', { headers })
console.log([await status('/alive'), await status('/health'), await status('/'), signIn.status, rows].join())`

/**
 * @typedef {object} Served
 * @property {string} url
 * @property {() => Promise<number | string>} end Ends it as Ctrl+C does, and resolves to its exit code.
 */

/**
 * Types lines at a machine that is a root in a folder.
 * @param {string} root
 * @param {string} place The folder for what is said.
 * @param {number | null} [booted] Its first process, where it was booted.
 */
export function typeAt(root, place, booted = null) {
  const start = (/** @type {string} */ user, /** @type {string} */ line, env = {}) =>
    startInRoot({ root, booted, user, line: `set -e\n${line}`, log: join(place, `release-${user}.log`), env })

  /**
   * Resolves to what a line says; throws when it fails.
   * @param {string} user
   * @param {string} line
   * @param {Record<string, string>} [env]
   */
  async function run(user, line, env) {
    const { child, ended } = start(user, line, env)
    let said = ''
    child.stdout.on('data', (piece) => {
      said += piece
    })
    const code = await ended
    if (code === 0) return said.trim()
    throw new Error(`«${line}», como ${user}, sale con ${code} (release-${user}.log).`)
  }

  /**
   * Starts a server by a line, and resolves when it says where it is; throws when it ends before.
   * @param {string} user
   * @param {string} line
   * @param {Record<string, string>} [env]
   * @returns {Promise<Served>}
   */
  async function serve(user, line, env) {
    // A shell that Ctrl+C reaches as well waits for what it has started, and ends as that does.
    const { child, ended } = start(user, `trap : INT\n${line}`, env)
    const url = await Promise.race([addressFrom(child.stdout), ended.then(() => null)])
    const end = () => {
      // It goes to the whole group: the shell that was given the line, and what it has started.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
      return ended
    }
    if (url !== null) return { url, end }
    throw new Error(`«${line}», como ${user}, acaba sin decir dónde está (release-${user}.log).`)
  }

  /**
   * Asks a server for what families ask, signed in by the password that an account's making has printed.
   * @param {string} url
   * @param {string} created What `create-user` has printed.
   * @param {string} keys What `keys` has printed.
   */
  async function call(url, created, keys) {
    const [, password = ''] = /^Contraseña: (\S+)$/m.exec(created) ?? []
    const { anon_key: key } = JSON.parse(keys)
    const said = { CALLS, URL: url, EMAIL: EXAMPLE, PASSWORD: password, KEY: key }
    return run('root', 'node --input-type=module -e "$CALLS" "$URL" "$EMAIL" "$PASSWORD" "$KEY"', said)
  }
  return { run, serve, call }
}

/**
 * Makes of a command for the example's account one of another kind.
 * @param {string} line
 * @param {string} command
 */
export function insteadOfCreating(line, command) {
  return line.replace(`create-user ${EXAMPLE}`, command)
}
