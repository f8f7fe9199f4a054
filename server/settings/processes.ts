import { type Environment, integer } from './environment.ts'

/** How many processes serve one port of this machine. Throws ConfigError. */
export function processesOf(env: Environment): number {
  return integer(env, 'WEB_CONCURRENCY', 1, 1, 64)
}
