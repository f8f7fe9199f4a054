import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { generate } from 'otplib'
import { fail, ROOT } from '../run.mjs'

/*
 * The demo as a server that a command starts for itself, and ends.
 */

/**
 * @typedef {{ email: string, password: string }} Account
 * @typedef {Awaited<ReturnType<typeof startDemo>>} Demo
 */

/**
 * Makes an account of a family that nothing is known of yet.
 * @param {string} url
 */
export async function newAccount(url) {
  const account = { email: 'nueva@nana.example', password: 'dulces-siestas' }
  const page = await (await fetch(url)).text()
  const [, apikey = ''] = /"anonKey":"([^"]+)"/.exec(page) ?? []
  const { ok, status } = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!ok) fail(`No hay cuenta nueva: ${status}`)
  return account
}

/**
 * Starts the demo at that instant of Madrid, and resolves once it says how to enter.
 * @param {string} fixedNow
 */
export async function startDemo(fixedNow) {
  const demo = spawn('node', [join(ROOT, 'scripts/demo.mjs')], {
    env: { ...process.env, FIXED_NOW: fixedNow, PORT: '0', AUTH_SIGNUP: 'on' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of demo.stdout) {
    said += chunk
    if (/Clave: +\S+,/.test(said)) break
  }
  const access = /Dirección:\s+(\S+)\s+Email:\s+(\S+)\s+Contraseña:\s+(\S+)[\s\S]*Clave:\s+(\w+)/.exec(said)
  if (access === null) fail('La demo no arrancó.')
  const [, url = '', email = '', password = '', secret = ''] = access
  return {
    url,
    email,
    password,
    /** What the staff's second factor is now. */
    code: () => generate({ secret }),
    stop: () =>
      new Promise((resolve) => {
        demo.once('exit', resolve)
        demo.kill('SIGTERM')
      }),
  }
}
