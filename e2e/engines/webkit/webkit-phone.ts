import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Phone, Role, Theme, Where } from '../phone.ts'
import { type Driver, startDriver } from './driver.ts'
import { KEYS } from './keys.ts'
import { look } from './look.ts'

/** W3C WebDriver refers to an element by an object with this key. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const LOG = 'log.jsonl'
/** This script brings an element into sight and says where it stands then. */
const PLACE = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })
  return JSON.stringify(arguments[0].getBoundingClientRect())`
/** This script waits until what the last press changed is drawn. A window that nobody sees draws nothing. */
const DRAWN = `const frames = new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  return Promise.race([frames, new Promise((late) => setTimeout(late, 500))]).then(() => true)`
/** The function goes to the page as a text. */
const LOOK = look.toString()
type Found = { [ELEMENT]: string }

interface WebKitOptions {
  display: string
  theme: Theme
  size: { width: number; height: number }
}

/** A phone fills these fields by a picker, not by its keys. */
const PICKED = ['date', 'time', 'range', 'number']

export async function openWebKitPhone({ display, theme, size }: WebKitOptions): Promise<WebKitPhone> {
  // The folder is the phone's own, for all that its browser keeps.
  const folder = mkdtempSync(join(tmpdir(), 'nana-webkit-'))
  const start = () =>
    startDriver(display, [
      `--size=${size.width}x${size.height}`,
      `--data=${folder}`,
      `--log=${join(folder, LOG)}`,
      ...(theme === 'dark' ? ['--dark'] : []),
    ])
  const driver = await start()
  return new WebKitPhone(new Held(driver, start, folder), await driver.call('GET', '/window'))
}

/** Holds the browser that a phone's tabs have in common: its driver looks at one of them at a time. */
class Held {
  driver: Driver
  readonly start: () => Promise<Driver>
  readonly folder: string
  private lookedAt = ''
  private queue: Promise<unknown> = Promise.resolve()

  constructor(driver: Driver, start: () => Promise<Driver>, folder: string) {
    this.driver = driver
    this.start = start
    this.folder = folder
  }

  do<Value>(tab: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> {
    const turn = this.queue.then(async () => {
      if (this.lookedAt !== tab) await this.driver.call('POST', '/window', { handle: tab })
      this.lookedAt = tab
      return this.driver.call<Value>(method, path, body)
    })
    this.queue = turn.catch(() => null)
    return turn
  }

  said(): { kind: string; text: string }[] {
    const log = join(this.folder, LOG)
    if (!existsSync(log)) return []
    return readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
}

/**
 * By the standard an engine says so, as an error, when a size changed once more while observers were told of sizes; it
 * tells them with the next frame. Nothing was missed.
 */
const IS_NOTICE = /^ResizeObserver loop completed with undelivered notifications/

export class WebKitPhone implements Phone {
  private readonly held: Held
  private tab: string

  constructor(held: Held, tab: string) {
    this.held = held
    this.tab = tab
  }

  async open(url: string): Promise<void> {
    await this.post('/url', { url })
  }

  async reload(): Promise<void> {
    await this.post('/refresh')
  }

  async back(): Promise<void> {
    await this.post('/back')
  }

  async press(role: Role, name: string | RegExp, where: Where = {}): Promise<void> {
    await this.with(role, name, where, async (found) => {
      const before = await this.run<string>(PLACE, found)
      await this.run<boolean>(DRAWN)
      // What still moves would be pressed where it was before.
      expect(await this.run<string>(PLACE, found)).toBe(before)
      await this.post(`/element/${found[ELEMENT]}/click`)
    })
  }

  async fill(label: string, value: string): Promise<void> {
    await this.with('field', label, {}, async (found) => {
      const type = await this.run<string>('return arguments[0].type', found)
      if (!PICKED.includes(type)) {
        // The driver's own clearing is no input: a screen drawn before the first key would put back what was there.
        await this.run('arguments[0].focus(); arguments[0].select()', found)
        await this.post(`/element/${found[ELEMENT]}/value`, { text: value === '' ? KEYS.Backspace : value })
        return
      }
      await this.run(
        `const [field, value] = arguments
         field.focus()
         Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value)
         for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))`,
        found,
        value,
      )
    })
  }

  async giveFile(path: string): Promise<void> {
    const find = () => this.run<Found | null>('return document.querySelector("input[type=file]")')
    // A screen that is opened for the first time may not be drawn yet.
    await expect.poll(find).not.toBeNull()
    const field = await find()
    await this.post(`/element/${field?.[ELEMENT]}/value`, { text: path })
  }

  async keys(...names: string[]): Promise<void> {
    for (const name of names) {
      const value = KEYS[name] ?? name
      await this.post('/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ],
          },
        ],
      })
    }
  }

  async text(where?: Where['in']): Promise<string> {
    const texts = await this.run<string[]>(
      `return (${LOOK})(arguments[0], null, false, null, '').map((element) => element.innerText)`,
      where?.[0] ?? 'body',
    )
    const words = texts.map((text) => text.replace(/\s+/g, ' ').trim())
    return words.find((text) => text.includes(where?.[1] ?? '')) ?? ''
  }

  async value(label: string): Promise<string> {
    const [field] = await this.find('field', label, {})
    return field === undefined ? '' : this.run<string>('return arguments[0].value', field)
  }

  async count(role: Role, name?: string | RegExp, where: Where = {}): Promise<number> {
    return (await this.find(role, name, where)).length
  }

  async ask<Value>(expression: string): Promise<Value> {
    const [value, error] = await this.post<[Value, string | null]>('/execute/async', {
      script: `const tell = arguments[0]
        Promise.resolve((() => (${expression}))()).then((value) => tell([value, null]), (error) => tell([null, String(error)]))`,
      args: [],
    })
    if (error !== null) throw new Error(error)
    return value
  }

  async resize(width: number, height: number): Promise<void> {
    await this.tell('size', `${width}x${height}`)
    await expect.poll(() => this.ask<number>('innerWidth')).toBe(width)
  }

  async screenshot(path: string): Promise<void> {
    writeFileSync(path, Buffer.from(await this.held.do<string>(this.tab, 'GET', '/screenshot'), 'base64'))
  }

  async newTab(): Promise<WebKitPhone> {
    const { handle } = await this.post<{ handle: string }>('/window/new', { type: 'tab' })
    return new WebKitPhone(this.held, handle)
  }

  complaints(): string[] {
    return this.held
      .said()
      .filter(
        ({ kind, text }) => ['error', 'warn', 'rejection', 'csp'].includes(kind) && !IS_NOTICE.test(text),
      )
      .map(({ kind, text }) => `${kind}: ${text}`)
  }

  /** Returns what happened beyond the page, by its kind: 'notice' or 'download'. */
  heard(kind: string): string[] {
    return this.held
      .said()
      .filter((said) => said.kind === kind)
      .map(({ text }) => text)
  }

  /** Prints the page to a file, without the dialog. */
  async print(pdf: string): Promise<Buffer> {
    await this.tell('print', pdf)
    await expect.poll(() => this.heard('printed')).toContain(pdf)
    return readFileSync(pdf)
  }

  /** Ends the browser, and starts it again with an empty page and what it has stored. */
  async restart(): Promise<void> {
    await this.held.driver.end()
    this.held.driver = await this.held.start()
    this.tab = await this.held.driver.call('GET', '/window')
  }

  async close(): Promise<void> {
    await this.held.driver.end()
    rmSync(this.held.folder, { recursive: true, force: true })
  }

  /** Tells the window itself what to do, by way of its page. */
  private async tell(kind: 'print' | 'size', text: string): Promise<void> {
    await this.run('webkit.messageHandlers.said.postMessage(arguments[0])', JSON.stringify({ kind, text }))
  }

  private post<Value>(path: string, body: object = {}): Promise<Value> {
    return this.held.do(this.tab, 'POST', path, body)
  }

  private run<Value>(script: string, ...args: unknown[]): Promise<Value> {
    return this.post('/execute/sync', { script, args })
  }

  private find(role: string, name: string | RegExp | undefined, where: Where): Promise<Found[]> {
    const [inRole = null, inText = ''] = where.in ?? []
    const pattern = name instanceof RegExp
    return this.run(
      `return (${LOOK})(...arguments)`,
      role,
      pattern ? name.source : (name ?? null),
      pattern,
      inRole,
      inText,
    )
  }

  /** Waits for an element and acts on it. Where React has drawn it anew in between, it is looked for again. */
  private async with(
    role: string,
    name: string | RegExp,
    where: Where,
    act: (found: Found) => Promise<void>,
  ): Promise<void> {
    await expect(async () => {
      const found = (await this.find(role, name, where)).at(where.nth ?? 0)
      expect(found, `${role} «${name}»`).toBeDefined()
      if (found === undefined) return
      await act(found)
    }).toPass({ intervals: [50], timeout: 15_000 })
  }
}
