import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isAlive } from './db/embedded-cluster.ts'
import { postgresPid } from './testing/database-process.ts'
import { CLI, compilePrograms, failure, MAIN, type Programs, stop } from './testing/programs.ts'

// What befalls the compiled programs, and what they say of it.

let programs: Programs

beforeEach(async () => {
  programs = await compilePrograms()
})
afterEach(() => programs.remove())

const health = () => fetch(`http://127.0.0.1:${programs.port}/health`).then(({ status }) => status)

/** Signs in with a password that is nobody's. */
async function signInWrongly(): Promise<Response> {
  const { anon_key: apikey } = JSON.parse((await programs.admin('keys')).stdout)
  return fetch(`http://127.0.0.1:${programs.port}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'x' }),
  })
}

it('prints what happens as lines of JSON, with the request’s id and nobody’s address', async () => {
  const server = await programs.start()
  const answer = await signInWrongly()
  const printed = await server.printed('sign_in_refused')
  const line = printed.split('\n').find((text) => text.includes('sign_in_refused')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    level: 'info',
    event: 'sign_in_refused',
    request_id: answer.headers.get('x-request-id'),
  })
  expect(line).not.toMatch(/nobody|127\.0\.0\.1/)
  expect(await stop(server)).toEqual([0, null])
})

it('goes on, and ends when it is told to, where the disk of its log is full', async () => {
  const child = spawn('sh', ['-c', `exec node ${MAIN} > /dev/full 2> /dev/full`], {
    env: programs.env,
    stdio: 'ignore',
  })
  await expect.poll(() => health().catch(() => 0), { timeout: 30_000 }).toBe(200)
  expect((await signInWrongly()).status).toBe(400)
  expect(await health()).toBe(200)
  expect(await stop({ child })).toEqual([0, null])
})

it('says at its start what is wrong with how it is set up', async () => {
  const server = await programs.start({ SITE_URL: 'https://nana.example' })
  const printed = await server.printed('privacy')
  expect(printed).toMatch(/^Aviso: https:\/\/nana\.example llega por un proxy\. TRUSTED_IP_HEADER/m)
  expect(printed).toMatch(/^Aviso: Sin SMTP_URL /m)
  expect(await stop(server)).toEqual([0, null])
})

it('says nothing but where it is to whoever tries it on their own machine', async () => {
  const server = await programs.start()
  const answer = await signInWrongly()
  const printed = await server.printed(answer.headers.get('x-request-id') ?? '')
  const lines = printed.split('\n').filter((line) => !line.startsWith('{'))
  expect(lines).toEqual([expect.stringMatching(/^Nana está lista en http:/), ''])
  expect(await stop(server)).toEqual([0, null])
})

it('a backup that is broken off takes the database down that it had started for itself', async () => {
  await stop(await programs.start())
  const file = `${programs.dataDir}/broken-off`
  const child = spawn('node', [CLI, 'backup', file], { env: programs.env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  while ((await postgresPid(programs.dataDir)) === null) await sleep(5)
  child.kill('SIGTERM')
  await ended
  await expect.poll(() => postgresPid(programs.dataDir), { timeout: 30_000 }).toBeNull()
})

it('nothing is left of a database in which a copy was tried out by a process that was killed', async () => {
  await stop(await programs.start())
  const file = `${programs.dataDir}/copy`
  await programs.admin('backup', file)
  const temporary = `${programs.dataDir}/temporary`
  await mkdir(temporary)
  // As root the database runs as another user, who has to reach its folder.
  for (const way of [programs.dataDir, temporary]) await chmod(way, 0o755)
  const child = spawn('node', [CLI, 'verify', file], {
    env: { ...programs.env, TMPDIR: temporary },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  let pid: number | null = null
  while (pid === null) {
    const [place] = (await readdir(temporary)).filter((name) => name.startsWith('nana-verify-'))
    pid = place === undefined ? null : await postgresPid(join(temporary, place)).catch(() => null)
    await sleep(5)
  }
  child.kill('SIGKILL')
  await ended
  const left = async () => (await readdir(temporary)).filter((name) => name.startsWith('nana-verify-'))
  await expect.poll(left, { timeout: 30_000 }).toEqual([])
  await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
})

it('ends and says why where there should be a database and is none', async () => {
  const { code, stderr } = await failure(programs.start({ DATA_EXPECTED: 'on' }))
  expect([code, stderr]).toEqual([1, expect.stringContaining('tendría que haberla (DATA_EXPECTED=on)')])
  expect(await readdir(programs.dataDir)).toEqual([])
  await stop(await programs.start())
  expect(await stop(await programs.start({ DATA_EXPECTED: 'on' }))).toEqual([0, null])
})

/** Makes a folder count as a disk of its own: tests have none to mount. */
const asDisk = (folder: string) =>
  `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { statSync } = fs
  fs.statSync = (file, options) => {
    const found = statSync(file, options)
    if (found && String(file).startsWith(${JSON.stringify(folder)})) found.dev = -1
    return found
  }
  syncBuiltinESMExports()`)}`

it('notes that its disk has a database only once its port is open: nothing is missed after a first start that failed', async () => {
  const disk = join(programs.dataDir, 'disk')
  const settings = { DATA_DIR: join(disk, 'nana'), TMPDIR: join(programs.dataDir, 'temporary') }
  for (const folder of [disk, settings.TMPDIR]) await mkdir(folder)
  for (const way of [programs.dataDir, disk]) await chmod(way, 0o755)
  const start = () => programs.start(settings, ['node', '--import', asDisk(disk), MAIN])
  const other = createServer().listen(programs.port, '127.0.0.1')
  await once(other, 'listening')
  expect((await failure(start())).stderr).toContain('está ocupado')
  other.close()
  await stop(await start())
  expect((await readdir(programs.dataDir)).filter((name) => name.startsWith('.nana-data-'))).toHaveLength(1)
})
