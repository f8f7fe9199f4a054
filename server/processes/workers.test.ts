import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { keepWorkers, type Workers } from './workers.ts'

/** A process that does what the test tells it. */
const PUPPET = `process.on('message', ({ kind, said }) => {
  if (kind === 'say') process.send(said)
  if (kind === 'end') process.exit()
  if (kind === 'fall silent') {
    process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
    process.disconnect()
  }
})`
const LISTENING = { kind: 'listening', addresses: { url: 'http://a', siteUrl: 'http://b' } }
const READY = { kind: 'ready' }

let folder: string
let workers: Workers
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nana-workers-'))
  await writeFile(join(folder, 'puppet.cjs'), PUPPET)
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  workers = keepWorkers(join(folder, 'puppet.cjs'), 2, () => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  letBegin(true)
  await workers.stop()
})

/** No process can be begun in a folder that isn't there. */
function letBegin(isPossible: boolean): void {
  cluster.setupPrimary({ cwd: isPossible ? folder : join(folder, 'missing') })
}

async function nextBegun(): Promise<Worker> {
  const [worker] = await once(cluster, 'fork')
  return worker
}

function say(worker: Worker, said: unknown): void {
  worker.send({ kind: 'say', said })
}

/** Answers the first, whose ports are open. */
async function startFirst(): Promise<Worker> {
  const begun = nextBegun()
  const started = workers.startFirst()
  const first = await begun
  say(first, LISTENING)
  expect(await started).toEqual(LISTENING.addresses)
  return first
}

it('all are ready when each of them is, however often one has said so', async () => {
  const first = await startFirst()
  const secondBegun = nextBegun()
  const order: string[] = []
  const allReady = workers.startOthers().then(() => order.push('all'))
  const second = await secondBegun
  say(first, READY)
  await once(first, 'message')
  const heirBegun = nextBegun()
  first.process.kill('SIGKILL')
  const heir = await heirBegun
  say(heir, READY)
  await once(heir, 'message')
  order.push('heir')
  say(second, READY)
  await allReady
  expect(order).toEqual(['heir', 'all'])
})

it('they end also where one can’t be told to any more', async () => {
  const first = await startFirst()
  first.send({ kind: 'fall silent' })
  await once(first, 'disconnect')
  const stopped = workers.stop()
  first.process.kill('SIGKILL')
  await stopped
  expect(first.isDead()).toBe(true)
})

it('one that can’t be begun is tried again', async () => {
  const first = await startFirst()
  letBegin(false)
  const failing = nextBegun()
  first.process.kill('SIGKILL')
  const failed = await failing
  expect(failed.process.pid).toBeUndefined()
  letBegin(true)
  const heir = await nextBegun()
  say(heir, LISTENING)
  expect(await once(heir, 'message')).toEqual([LISTENING, undefined])
})

it('the start fails where the first can’t be begun', async () => {
  letBegin(false)
  await expect(workers.startFirst()).rejects.toThrow('ENOENT')
})
