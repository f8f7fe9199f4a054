import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../server/db/embedded-cluster.ts'

/** Kills PostgreSQL, and waits until its last process is gone: before, no other one can run. */
export async function killPostgres(pid: number): Promise<void> {
  const family = [pid, ...(await childrenOf(pid))]
  for (const member of family) {
    if (isAlive(member)) process.kill(member, 'SIGKILL')
  }
  while (family.some(isAlive)) await sleep(1)
}

/** Where the system doesn't tell, the database's own processes are taken for gone when it is. */
async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return listed.split(' ').filter(Boolean).map(Number)
}
