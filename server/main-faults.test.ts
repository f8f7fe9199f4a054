import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postgresPid } from './testing/database-process.ts'
import { CLI, compilePrograms, MAIN, type Programs, stop } from './testing/programs.ts'

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

it('says at its start that a proxy has to say whose each call is', async () => {
  const server = await programs.start({ SITE_URL: 'https://nana.example' })
  await server.printed('TRUSTED_IP_HEADER')
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
