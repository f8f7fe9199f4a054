import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../server/testing/server-child.ts'

const BROWSER = fileURLToPath(new URL('browser.mjs', import.meta.url))

/** Holds one window of WebKit's by WebKitWebDriver, which speaks W3C WebDriver over HTTP. */
export interface Driver {
  call<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value>
  end(): Promise<void>
}

/** Starts a driver and its window; `args` are those of browser.mjs. */
export async function startDriver(display: string, args: readonly string[]): Promise<Driver> {
  const port = await freePort()
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LANG: 'es_ES.utf8',
      LC_ALL: 'es_ES.utf8',
      NO_AT_BRIDGE: '1',
      // As in the other engines the phone isn't in Madrid, whose time the app keeps all the same.
      TZ: 'America/New_York',
    },
    stdio: 'ignore',
    // The driver and the browser that it starts are one process group, so that they end together.
    detached: true,
  })
  const at = `http://127.0.0.1:${port}`
  await answering(`${at}/status`, child)
  let path = ''
  const call = async <Value>(method: string, to: string, body: object = {}): Promise<Value> => {
    const answer = await fetch(`${at}${path}${to}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`)
    return value
  }
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: BROWSER, args } },
    },
  })
  path = `/session/${sessionId}`
  return {
    call,
    async end() {
      const gone = once(child, 'exit')
      await call('DELETE', '')
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await gone
    },
  }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('WebKitWebDriver did not start')
}
