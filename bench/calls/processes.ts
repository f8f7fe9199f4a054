import { readdirSync, readFileSync } from 'node:fs'

/*
 * This file asks /proc what processes take, and so works on Linux only.
 */

/**
 * Returns the bytes that a process and all its descendants take. Memory that several processes share is counted once,
 * because each is charged its part of it.
 */
export function memoryOf(pid: number): number {
  return treeOf(pid)
    .map((each) => /^Pss:\s+(\d+) kB/m.exec(toldOf(each, 'smaps_rollup'))?.[1] ?? 0)
    .reduce<number>((total, kilobytes) => total + Number(kilobytes) * 1024, 0)
}

/** Returns the processor time that a process itself has taken. */
export function processorMsOf(pid: number): number {
  const { own } = ticksOf(pid)
  return own * MS_OF_A_TICK
}

/**
 * Returns the processor time of all that a process has begun, and that they have, which is a server's database: also of
 * what has ended since.
 */
export function processorMsBelow(pid: number): number {
  return treeOf(pid)
    .slice(1)
    .map(ticksOf)
    .reduce((total, { own, ended }) => total + (own + ended) * MS_OF_A_TICK, 0)
}

/** Linux counts processor time in hundredths of a second. */
const MS_OF_A_TICK = 10

/** Returns what a process has taken, and what those that it had begun had when they ended. */
function ticksOf(pid: number): { own: number; ended: number } {
  const [, afterName = ''] = toldOf(pid, 'stat').split(') ')
  const [user, system, endedUser, endedSystem] = afterName.split(' ').slice(11, 15).map(Number)
  return { own: (user ?? 0) + (system ?? 0), ended: (endedUser ?? 0) + (endedSystem ?? 0) }
}

function treeOf(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }))
  const tree = [root]
  for (const pid of tree)
    tree.push(...parents.filter(({ parent }) => parent === pid).map((child) => child.pid))
  return tree
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(toldOf(pid, 'status'))?.[1] ?? 0)
}

/** Returns what /proc tells of a process; nothing of one that has ended since it was listed. */
function toldOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
