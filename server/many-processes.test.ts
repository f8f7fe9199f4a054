import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isAlive } from './db/embedded-cluster.ts'
import { compilePrograms, failure, MAIN, type Programs, stop } from './testing/programs.ts'
import { freePort } from './testing/server-child.ts'

// These tests start the compiled programs, as an administrator does.
const PASSWORD = 'siesta-larga-y-buena'
const TWO = { WEB_CONCURRENCY: '2' }

let programs: Programs
beforeAll(async () => {
  programs = await compilePrograms()
})
afterAll(() => programs.remove())

/** The processes of Node that another one has begun; its database is none of them. */
function workersOf({ pid }: ChildProcess): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const isNode = (child: string) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(MAIN)
  return children.filter(isNode).map(Number)
}

async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  // Each connection may be another process' turn.
  const headers = new Headers(init.headers)
  headers.set('Connection', 'close')
  const answer = await fetch(`http://127.0.0.1:${programs.port}${path}`, { ...init, headers })
  await answer.arrayBuffer()
  return answer.status
}

it('two processes serve one port and one database, say so once, and end together', async () => {
  const server = await programs.start(TWO)
  expect(server.line).toMatch(/^Nana está lista en http:\/\/127\.0\.0\.1:\d+ \(PostgreSQL en .*\)\n/)
  expect(server.line.match(/lista/g)).toHaveLength(1)
  expect(workersOf(server.child)).toHaveLength(2)
  await programs.admin('create-user', 'ana@example.com', '--password', PASSWORD)
  const { anon_key: apikey } = JSON.parse((await programs.admin('keys')).stdout)
  const signIn = () =>
    statusOf('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey },
      body: JSON.stringify({ email: 'ana@example.com', password: PASSWORD }),
    })
  expect([await signIn(), await signIn(), await statusOf('/health'), await statusOf('/health')]).toEqual([
    200, 200, 200, 200,
  ])
  const workers = workersOf(server.child)
  const asked = performance.now()
  expect(await stop(server)).toEqual([0, null])
  // What isn't finished after five seconds is cut off; a busy machine comes to that later.
  expect(performance.now() - asked).toBeLessThan(15_000)
  expect(workers.filter(isAlive)).toEqual([])
  expect(existsSync(join(programs.dataDir, 'database/postmaster.pid'))).toBe(false)
})

it('what is done once is done by the one that began them: the judgement, and the copy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nana-copies-'))
  await chmod(folder, 0o755)
  const copies = { BACKUP_DIR: folder, BACKUP_AT: '00:00', SITE_URL: 'http://nana.example' }
  const server = await programs.start({ ...TWO, ...copies })
  await server.printed('Aviso: Con SITE_URL')
  const said = await server.printed('copy_verified')
  await stop(server)
  expect(said.match(/Aviso: Con SITE_URL/g)).toHaveLength(1)
  expect(said.match(/Cada día a las 00:00/g)).toHaveLength(1)
  const made = (await readdir(folder)).filter((name) => name.endsWith('.copia'))
  expect(made).toHaveLength(1)
  await rm(folder, { recursive: true })
})

it('what each has counted can be read at one port, and all let callers be led elsewhere', async () => {
  const port = await freePort()
  const server = await programs.start({ ...TWO, METRICS_PORT: String(port), DRAIN_SECONDS: '5' })
  const told = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const linesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name))
  for (let calls = 0; calls < 6; calls += 1) expect(await statusOf('/auth/v1/settings')).toBe(401)
  const counted = linesOf(await told(), 'nana_http_request_duration_seconds_count')
  expect(counted).toHaveLength(2)
  expect(counted.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)).toBe(6)
  const text = await told()
  expect(linesOf(text, 'nana_ready')).toEqual(['nana_ready{process="1"} 1', 'nana_ready{process="2"} 1'])
  expect(linesOf(text, 'nana_disk_free_bytes')).toEqual([
    expect.stringMatching(/^nana_disk_free_bytes [\d.e+]+$/),
  ])
  expect(linesOf(text, 'process_start_time_seconds')).toHaveLength(3)
  expect(linesOf(text, 'nana_database_waiting_requests{pool="limits"')).toHaveLength(2)

  // One that doesn't answer isn't ready.
  const [hung = 0] = workersOf(server.child)
  process.kill(hung, 'SIGSTOP')
  expect(linesOf(await told(), 'nana_ready').sort()).toEqual([
    'nana_ready{process="1"} 0',
    'nana_ready{process="2"} 1',
  ])
  process.kill(hung, 'SIGCONT')

  const ended = stop(server)
  await expect
    .poll(async () => linesOf(await told(), 'nana_ready'))
    .toEqual(['nana_ready{process="1"} 0', 'nana_ready{process="2"} 0'])
  expect([await statusOf('/ready'), await statusOf('/ready')]).toEqual([503, 503])
  expect([await statusOf('/health'), await statusOf('/health')]).toEqual([200, 200])
  expect(await ended).toEqual([0, null])
})

it('a process that falls is started again, while the other answers', async () => {
  const server = await programs.start(TWO)
  const [fallen = 0, standing] = workersOf(server.child)
  process.kill(fallen, 'SIGKILL')
  await server.said('process_fallen')
  expect(await statusOf('/health')).toBe(200)
  await expect.poll(() => workersOf(server.child).length).toBe(2)
  expect(workersOf(server.child)).toContain(standing)
  expect(workersOf(server.child)).not.toContain(fallen)
  expect(await stop(server)).toEqual([0, null])
})

it('they end with the one that began them, however it ends', async () => {
  const server = await programs.start(TWO)
  const workers = workersOf(server.child)
  const ended = once(server.child, 'exit')
  server.child.kill('SIGKILL')
  await ended
  await expect.poll(() => workers.filter(isAlive)).toEqual([])
  // The next one takes over the database that was left running.
  await stop(await programs.start(TWO))
})

it('processes that fall again and again end the server', async () => {
  // Each falls as soon as it is told to go on.
  const fault = `data:text/javascript,process.send&&process.on('message',({kind})=>kind==='go'&&process.exit(7))`
  const starting = programs.start({ ...TWO, NODE_OPTIONS: `--import=${fault}` })
  const { code, stderr } = await failure(starting)
  expect(code).toBe(1)
  expect(stderr.match(/process_fallen/g)?.length).toBeGreaterThan(5)
  expect(existsSync(join(programs.dataDir, 'database/postmaster.pid'))).toBe(false)
})

it('ends and says why when the port is taken', async () => {
  const other = createServer().listen(programs.port, '127.0.0.1')
  await once(other, 'listening')
  const { code, stderr } = await failure(programs.start(TWO))
  other.close()
  expect(code).toBe(1)
  expect(stderr.match(/El puerto \d+ de 127\.0\.0\.1 está ocupado/g)).toHaveLength(1)
})

it('ends when it is told to while it is still starting, and the one that it has begun by itself', async () => {
  const note = join(programs.dataDir, 'ended')
  // One that is killed writes nothing.
  const writing = `import('node:fs').then(({writeFileSync})=>process.on('exit',(code)=>writeFileSync('${note}',''+code)))`
  const env = {
    ...programs.env,
    ...TWO,
    NODE_OPTIONS: `--import=data:text/javascript,process.send&&await(${writing})`,
  }
  const child = spawn('node', [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  await expect.poll(() => workersOf(child)).toHaveLength(1)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(readFileSync(note, 'utf8')).toBe('0')
  await rm(note)
  await stop(await programs.start(TWO))
})

it('those that are begun aren’t told the password of the database’s owner', async () => {
  const env = { ...programs.env, ...TWO, DATABASE_URL: 'postgres://ana:secreta@127.0.0.1:1/nana' }
  const child = spawn('node', [MAIN], { env, stdio: 'ignore' })
  await expect.poll(() => workersOf(child)).toHaveLength(1)
  const told = () => readFileSync(`/proc/${workersOf(child)[0]}/environ`, 'utf8')
  // For a moment it is a likeness of the one that begins it.
  await expect.poll(told).toContain('NODE_UNIQUE_ID=')
  const environment = told()
  await stop({ child })
  expect(environment).toContain('DATABASE_URL=postgres://127.0.0.1:1/nana')
  expect(environment).not.toContain('secreta')
})

it('a single one serves also where what watches over it has begun it in a cluster of its own', async () => {
  const watching = `
    const cluster = require('node:cluster')
    cluster.setupPrimary({ exec: '${MAIN}', args: [], execArgv: [] })
    const worker = cluster.fork()
    worker.on('exit', (code) => process.exit(code))
    process.on('SIGTERM', () => worker.process.kill())`
  const watched = await programs.start({}, ['node', '-e', watching])
  expect(watched.line).toContain('Nana está lista')
  expect(await statusOf('/health')).toBe(200)
  expect(await stop(watched)).toEqual([0, null])
})

it('who is more than they have room for is sent away, and everybody else answered', async () => {
  // Each keeps half of so many files for itself.
  const server = await programs.start(TWO, ['sh', '-c', `ulimit -n 160; exec node ${MAIN}`])
  const sockets: Socket[] = []
  const callAndStay = () => {
    const socket = connect(programs.port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write('GET /alive HTTP/1.1\r\nHost: nana\r\n\r\n')
    return new Promise((resolve) => {
      socket.once('data', () => resolve('answered'))
      socket.once('close', () => resolve('sent away'))
    })
  }
  const told: unknown[] = []
  while (told.length < 170) told.push(await callAndStay())
  expect(new Set(told.slice(0, 80))).toEqual(new Set(['answered']))
  expect(new Set(told.slice(160))).toEqual(new Set(['sent away']))
  await server.said('connections_refused')
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => statusOf('/health').catch(() => null)).toBe(200)
  expect(await stop(server)).toEqual([0, null])
})
