import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { compareSync } from 'bcryptjs'

/*
 * The program of a thread that hashes passwords, one after the other. It is no TypeScript, because a thread runs its
 * file as it is, from the sources as well as from what is compiled.
 */

/** Less than a request's own thread, and enough that a sign-in comes to its turn while all cores are busy. */
const NICENESS = 5

/** @param {import('./hash-threads.ts').HashJob} job @returns {string | boolean} */
function done(job) {
  if (job.kind === 'hash') return hashSync(job.password, job.options)
  const { password, stored } = job
  return job.kind === 'bcrypt' ? compareSync(password, stored) : verifySync(stored, password)
}

parentPort?.on('message', (/** @type {import('./hash-threads.ts').HashJob} */ job) => {
  parentPort?.postMessage(done(job))
})

try {
  // Linux gives each thread a priority of its own, by the number that it has as a task: «1234/task/1240».
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS)
} catch {
  // Other systems have no such name, and some containers don't allow it: then a hash is like any other work.
}
