import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, listen, ROOT, say } from '../run.mjs'
import { findProgram, UNPACKED_LIBRARIES } from '../system-packages.mjs'

/*
 * Tries the examples of `deploy/proxy` with the real programs: their syntax, and what they make of calls. Behind them
 * stands a server that answers with what has reached it, after 25 s to whoever waits for news, as Nana does at the
 * latest.
 */

const SITE = 'nana.example'
const WAIT_MS = 25_000
const NEWS = '/events/v1/changes'

/**
 * @typedef {{ http: string, https: string, upstream: string, folder: string }} Place
 * @typedef {object} Proxy
 * @property {'nginx' | 'caddy' | 'haproxy'} name
 * @property {string} file
 * @property {(example: string, place: Place) => string} adapt Leads it to this place's ports and certificates.
 * @property {(file: string) => string[]} check
 * @property {(file: string) => string[]} start
 */

/** @type {readonly Proxy[]} */
const PROXIES = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    adapt: (example, { folder, ...ports }) => {
      const site = withPlace(example, { folder, ...ports })
        .replaceAll(/listen (\[::\]:)?80;/g, `listen ${ports.http};`)
        .replaceAll(/listen (\[::\]:)?443 /g, `listen ${ports.https} `)
        .replaceAll(/(listen [^;]+;\n)\s*\1/g, '$1')
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ')
      const around = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}`
      return `${around}\nhttp { access_log off; ${paths}\n${site}\n}\n`
    },
    check: (file) => ['-t', '-e', 'stderr', '-c', file],
    start: (file) => ['-e', 'stderr', '-c', file],
  },
  {
    name: 'caddy',
    file: 'Caddyfile',
    // A certificate by a public authority can't be had here, so Caddy makes one of its own.
    adapt: (example, { http, https, folder }) => {
      const ports = `http_port ${http}\nhttps_port ${https}`
      const own = `admin off\nlocal_certs\nskip_install_trust\nstorage file_system ${folder}/caddy`
      return `{\n${ports}\n${own}\n}\n${example}`
    },
    check: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
    start: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'haproxy',
    file: 'haproxy.cfg',
    adapt: (example, place) =>
      withPlace(example, place)
        .replace('bind :80', `bind 127.0.0.1:${place.http}`)
        .replace('bind :443', `bind 127.0.0.1:${place.https}`),
    check: (file) => ['-c', '-f', file],
    start: (file) => ['-db', '-f', file],
  },
]

/**
 * Makes a part of a run for each of the programs that is here; a line says which is missing.
 * @returns {Promise<import('./run-parts.mjs').Part[]>}
 */
export async function proxyParts() {
  /** @type {import('./run-parts.mjs').Part[]} */
  const parts = []
  for (const proxy of PROXIES) {
    const program = await findProgram(proxy.name)
    if (program === null) say(`Sin pruebas del ejemplo para ${proxy.name}: no está instalado.`)
    else
      parts.push({ title: `Ejemplo para ${proxy.name}`, play: () => play(proxy, program), playAgain: null })
  }
  return parts
}

/**
 * @param {Proxy} proxy
 * @param {string} program
 * @returns {Promise<import('./closing.mjs').Played>}
 */
async function play(proxy, program) {
  const name = `deploy/proxy/${proxy.file}`
  const faults = await tryOut(proxy, program).catch((error) => [String(error)])
  const broken = faults.map((why) => ({ name, why }))
  return { passed: faults.length === 0 ? [name] : [], failed: [], broken, units: 1, failedUnits: 0 }
}

/**
 * Resolves to what is wrong with the example.
 * @param {Proxy} proxy
 * @param {string} program
 */
async function tryOut(proxy, program) {
  const folder = mkdtempSync(join(tmpdir(), 'nana-proxy-'))
  const echo = createServer((request, response) => {
    const { url = '', headers } = request
    const answer = () => response.end(JSON.stringify({ url, headers }))
    setTimeout(answer, url === NEWS ? WAIT_MS : 0)
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  try {
    const address = /** @type {import('node:net').AddressInfo} */ (echo.address())
    const place = {
      http: await freePort(),
      https: await freePort(),
      upstream: `127.0.0.1:${address.port}`,
      folder,
    }
    makeCertificate(folder)
    const file = join(folder, proxy.file)
    writeFileSync(file, proxy.adapt(readFileSync(join(ROOT, 'deploy/proxy', proxy.file), 'utf8'), place))
    const env = { ...process.env, NANA: place.upstream, LD_LIBRARY_PATH: UNPACKED_LIBRARIES, HOME: folder }
    const checked = await listen(program, proxy.check(file), { env })
    if (checked.code !== 0) return [checked.said]
    const child = spawn(program, proxy.start(file), { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (piece) => {
      said += piece
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    try {
      const faults = await faultsOf(place, () => child.exitCode !== null)
      return faults.length === 0 ? [] : [...faults, said.slice(-2000)]
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  } finally {
    echo.closeAllConnections()
    echo.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {Place} place
 * @param {() => boolean} isGone
 */
async function faultsOf({ http, https }, isGone) {
  while (!isGone() && (await ask(https, '/alive').catch(() => null))?.status !== 200) await sleep(100)
  if (isGone()) return ['No ha arrancado.']
  const waiting = ask(https, NEWS)
  const seen = await ask(https, '/rest/v1/x', {
    'X-Real-IP': '203.0.113.9',
    'X-Forwarded-For': '203.0.113.9',
  })
  const page = await ask(http, '/plan', {}, requestHttp)
  const call = await ask(http, '/auth/v1/token', {}, requestHttp)
  const { headers } = JSON.parse(seen.text)
  const expected = [
    ['la dirección que se ha inventado quien llama', headers['x-real-ip'], '127.0.0.1'],
    ['la que dice de otros', headers['x-forwarded-for'], '127.0.0.1'],
    ['una página sin cifrar', `${page.status} ${page.location}`, `301 https://${SITE}/plan`],
    ['una llamada sin cifrar', call.status, 403],
    ['una espera de 25 s', (await waiting).status, 200],
  ]
  return expected.flatMap(([what, found, wanted]) =>
    found === wanted ? [] : [`${what}: ${found}, y no ${wanted}`],
  )
}

/**
 * @param {string} port
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @param {typeof requestHttps} [request]
 * @returns {Promise<{ status: number | undefined, location: string | undefined, text: string }>}
 */
function ask(port, path, headers = {}, request = requestHttps) {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      path,
      headers: { ...headers, Host: SITE },
      servername: SITE,
      rejectUnauthorized: false,
    }
    const asked = request({ host: '127.0.0.1', ...options }, (response) => {
      const { statusCode: status, headers } = response
      text(response).then((said) => resolve({ status, location: headers.location, text: said }), reject)
    })
    asked.on('error', reject).end()
  })
}

/**
 * @param {string} example
 * @param {Place} place
 */
function withPlace(example, { upstream, folder }) {
  return example.replaceAll('127.0.0.1:8000', upstream).replaceAll('/etc/ssl/nana', folder)
}

/** @param {string} folder */
function makeCertificate(folder) {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const how = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ]
  execFileSync('openssl', [...how, '-subj', `/CN=${SITE}`, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  writeFileSync(join(folder, 'nana.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
}
