import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'

const STARTED_WITHIN_MS = 30_000

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
  '--remote-debugging-port=0',
  // Whatever a page asks for, the browser reaches nothing but this machine.
  '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/**
 * A handset is a browser that keeps its data in a folder and can be killed like a phone whose battery dies. We start
 * its process ourselves, because the test library would end a browser of its own in good order.
 */
export class Handset {
  private readonly folder = mkdtempSync(join(tmpdir(), 'nana-chaos-phone-'))
  private readonly executable: string
  private process: ChildProcess | null = null
  private browser: Browser | null = null

  constructor(executable: string) {
    this.executable = executable
  }

  get isOn(): boolean {
    return this.browser !== null
  }

  get context(): BrowserContext {
    const context = this.browser?.contexts()[0]
    if (context === undefined) throw new Error('El móvil está apagado.')
    return context
  }

  async start(): Promise<void> {
    if (this.isOn) return
    rmSync(join(this.folder, 'DevToolsActivePort'), { force: true })
    const args = [...FLAGS, `--user-data-dir=${this.folder}`, 'about:blank']
    // Being detached gives it a process group of its own, so that the whole browser can be killed at once.
    this.process = spawn(this.executable, args, { stdio: 'ignore', detached: true })
    this.browser = await chromium.connectOverCDP(await this.address())
  }

  /** Sends SIGKILL to every process of the browser. */
  async kill(): Promise<void> {
    const child = this.process
    this.process = null
    this.browser = null
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exit = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid, 'SIGKILL')
    await exit
  }

  async remove(): Promise<void> {
    await this.kill()
    for (let tries = 0; existsSync(this.folder) && tries < 20; tries++) {
      // The browser's last processes may still be letting go of their files, so one try may not be enough.
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
      await sleep(20)
    }
  }

  private async address(): Promise<string> {
    const file = join(this.folder, 'DevToolsActivePort')
    for (const deadline = Date.now() + STARTED_WITHIN_MS; Date.now() < deadline; ) {
      const [port, path] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
      if (port !== undefined && path !== undefined && path !== '') return `ws://127.0.0.1:${port}${path}`
      await sleep(25)
    }
    throw new Error('El navegador no ha arrancado.')
  }
}
