import cluster from 'node:cluster'
import { type Environment, integer } from './environment.ts'

/** How many processes serve one port of this machine. Throws ConfigError. */
export function processesOf(env: Environment): number {
  return integer(env, 'WEB_CONCURRENCY', 1, 1, 64)
}

/** By this argument a process knows who began it: programs that watch over others have clusters of their own. */
export const WORKER_ARGUMENT = 'worker'

/** Another process of this server has begun this one, and has the database. */
export const IS_WORKER = cluster.isWorker && process.argv[2] === WORKER_ARGUMENT
