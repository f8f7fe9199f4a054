import { readdirSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { hash as bcrypt } from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { createHashThreads } from './hash-threads.ts'

const OPTIONS = { memoryCost: 1024, timeCost: 1, parallelism: 1 }
const PASSWORD = 'Una-contraseña-larga'

/** The priorities of this process's threads: 0 is the usual one, and a higher number comes later. */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map((task) => {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8')
    // What follows the name, which may have spaces itself, begins with the third field; this is the nineteenth.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

describe('threads that hash passwords', () => {
  it('make hashes of argon2, and compare with those and with bcrypt’s', async () => {
    const threads = createHashThreads()
    const stored = await threads.hash(PASSWORD, OPTIONS)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
    expect(await threads.compare('argon2', PASSWORD, stored)).toBe(true)
    expect(await threads.compare('argon2', 'Otra', stored)).toBe(false)
    const imported = await bcrypt(PASSWORD, 4)
    expect(await threads.compare('bcrypt', PASSWORD, imported)).toBe(true)
    expect(await threads.compare('bcrypt', 'Otra', imported)).toBe(false)
  })

  it('answer each of several jobs at once with its own', async () => {
    const threads = createHashThreads()
    const passwords = ['uno', 'dos', 'tres']
    const stored = await Promise.all(passwords.map((password) => threads.hash(password, OPTIONS)))
    const each = passwords.flatMap((password) =>
      stored.map((one) => threads.compare('argon2', password, one)),
    )
    const same = [true, false, false, false, true, false, false, false, true]
    expect(await Promise.all(each)).toEqual(same)
  })

  it('leave this one free for requests, however many rounds a hash has', async () => {
    const threads = createHashThreads()
    const stored = await bcrypt(PASSWORD, 11)
    await threads.compare('bcrypt', PASSWORD, await bcrypt(PASSWORD, 4))
    const before = performance.eventLoopUtilization()
    expect(await threads.compare('bcrypt', PASSWORD, stored)).toBe(true)
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  })

  it('come after all that has to be answered', async () => {
    await createHashThreads().hash(PASSWORD, OPTIONS)
    expect(nicenesses()).toContain(5)
    expect(nicenesses()).toContain(0)
  })

  it('fail alone: whoever waits hears so, and the next job has another thread', async () => {
    const falls = createHashThreads(new URL('data:text/javascript,process.exit()'))
    await expect(falls.hash(PASSWORD, OPTIONS)).rejects.toThrow('A thread that hashes passwords has ended')
    const threads = createHashThreads()
    await expect(threads.compare('argon2', PASSWORD, 'no hash')).rejects.toThrow()
    expect(await threads.hash(PASSWORD, OPTIONS)).toMatch(/^\$argon2id/)
  })
})
