import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/*
 * What systemd is told of a service with `Type=notify`: that it serves, that it is about to end, and again and again
 * that it is alive (sd_notify(3)). The words go through a socket of a kind that Node doesn't speak, so that
 * `systemd-notify` says them, which is wherever systemd is.
 */

/** Who has started this process and watches over it. */
export interface ServiceManager {
  /** Tells that callers are served; `status` is shown beside it. */
  ready(status: string): void
  /** Tells that it is ending, which may take a while. */
  stopping(): void
}

/** Says lines such as `READY=1` at a socket. */
export type Say = (socket: string, lines: readonly string[]) => Promise<unknown>

interface How {
  /** Is told of what couldn't be said, once. */
  onFailure: (error: unknown) => void
  say?: Say
}

/**
 * Makes what tells the service manager, where there is one. Takes out of the environment where it is reached: a
 * database that this process starts would else say that it is ready in its place.
 */
export function meetServiceManager(
  env: NodeJS.ProcessEnv,
  { onFailure, say = saySystemdNotify }: How,
): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog, WATCHDOG_PID: watched } = env
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name]
  if (!socket) return { ready: () => undefined, stopping: () => undefined }

  let hasFailed = false
  let said: Promise<unknown> = Promise.resolve()
  const tell = (...lines: string[]) => {
    // One after the other, lest an end overtakes a beginning.
    said = said
      .then(() => say(socket, lines))
      .catch((error: unknown) => {
        if (!hasFailed) onFailure(error)
        hasFailed = true
      })
  }
  // While it starts or ends it asks for more time with each beat: an upgrade takes as long as the data are many, and
  // only one that hangs is to be ended.
  let isServing = false
  const periodUs = watched === undefined || Number(watched) === process.pid ? Number(watchdog) : 0
  if (periodUs > 0) {
    const beat = () => tell('WATCHDOG=1', ...(isServing ? [] : [`EXTEND_TIMEOUT_USEC=${periodUs}`]))
    setInterval(beat, periodUs / 2000).unref()
    beat()
  }
  return {
    ready: (status) => {
      isServing = true
      tell('READY=1', `STATUS=${status}`)
    },
    stopping: () => {
      isServing = false
      tell('STOPPING=1', 'STATUS=')
    },
  }
}

const run = promisify(execFile)

/** A program that hangs must not keep the next beat from being heard. */
const LONGEST_MS = 5000

function saySystemdNotify(socket: string, lines: readonly string[]): Promise<unknown> {
  const env = { ...process.env, NOTIFY_SOCKET: socket }
  return run('systemd-notify', [...lines], { env, timeout: LONGEST_MS })
}
