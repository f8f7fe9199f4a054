import { afterEach, describe, expect, it, vi } from 'vitest'
import { meetServiceManager, type Say } from './service-manager.ts'

const SOCKET = '/run/systemd/notify'
const noFailure = (error: unknown) => expect.unreachable(String(error))

/** Notes what is said, and where. */
function listener() {
  const heard: string[][] = []
  const say: Say = async (socket, lines) => heard.push([socket, ...lines])
  return { heard, say }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a service manager', () => {
  it('is told in order when the server serves and when it ends', async () => {
    const { heard, say } = listener()
    const manager = meetServiceManager({ NOTIFY_SOCKET: SOCKET }, { onFailure: noFailure, say })
    manager.ready('http://127.0.0.1:8000')
    manager.stopping()
    await expect
      .poll(() => heard)
      .toEqual([
        [SOCKET, 'READY=1', 'STATUS=http://127.0.0.1:8000'],
        [SOCKET, 'STOPPING=1', 'STATUS='],
      ])
  })

  it('hears at least twice in its time that the process is alive, with a wish for time until it serves', async () => {
    vi.useFakeTimers()
    const { heard, say } = listener()
    const env = { NOTIFY_SOCKET: SOCKET, WATCHDOG_USEC: '60000000', WATCHDOG_PID: String(process.pid) }
    const manager = meetServiceManager(env, { onFailure: noFailure, say })
    await vi.advanceTimersByTimeAsync(30_000)
    const starting = [SOCKET, 'WATCHDOG=1', 'EXTEND_TIMEOUT_USEC=60000000']
    expect(heard.splice(0)).toEqual([starting, starting])
    manager.ready('ready')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard.splice(0).slice(1)).toEqual([
      [SOCKET, 'WATCHDOG=1'],
      [SOCKET, 'WATCHDOG=1'],
    ])
    manager.stopping()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(heard.at(-1)).toEqual(starting)
  })

  it('isn’t told by a process that it doesn’t watch that this one is alive', async () => {
    vi.useFakeTimers()
    const { heard, say } = listener()
    const env = { NOTIFY_SOCKET: SOCKET, WATCHDOG_USEC: '60000000', WATCHDOG_PID: '1' }
    meetServiceManager(env, { onFailure: noFailure, say })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard).toEqual([])
  })

  it('isn’t reached by what the server starts', () => {
    const env = { NOTIFY_SOCKET: SOCKET, WATCHDOG_USEC: '1000', WATCHDOG_PID: '1', PORT: '8000' }
    meetServiceManager(env, { onFailure: noFailure, say: listener().say })
    expect(env).toEqual({ PORT: '8000' })
  })

  it('that can’t be told is complained of once', async () => {
    const failures: unknown[] = []
    const say: Say = () => Promise.reject(new Error('spawn systemd-notify ENOENT'))
    const manager = meetServiceManager(
      { NOTIFY_SOCKET: SOCKET },
      { onFailure: (error) => failures.push(error), say },
    )
    manager.ready('ready')
    manager.stopping()
    await expect.poll(() => failures).toEqual([new Error('spawn systemd-notify ENOENT')])
  })
})

it('where nobody is to be told, nothing is said', async () => {
  const { heard, say } = listener()
  const manager = meetServiceManager({ WATCHDOG_USEC: '1000' }, { onFailure: noFailure, say })
  manager.ready('ready')
  manager.stopping()
  await Promise.resolve()
  expect(heard).toEqual([])
})
