import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepPicture } from '../../session/kept-picture.ts'
import { PhoneStorage } from '../../testing/phone-storage.ts'
import { hasPicture, holdPicture, removeStandIns } from './stand-ins.ts'

/* The page's own scripts, as they stand in index.html, with the app's side of what they agree on. */

const PAGE = readFileSync('app/index.html', 'utf8')
const VERSION = '0123456789abcdef'
const USER = 'c0ffee00-0000-4000-8000-000000000001'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the page's scripts do where it is opened with this on the phone. */
function open({ address = '/', phone = () => {} }: { address?: string; phone?: () => void } = {}) {
  const dataset: Record<string, string> = {}
  const elements = new Map(
    ['loader', 'picture'].map((id) => [
      id,
      { innerHTML: '', querySelectorAll: () => [], remove: () => elements.delete(id) },
    ]),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('sessionStorage', new PhoneStorage())
  vi.stubGlobal('location', new URL(address, 'https://nana.example'))
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  )
  vi.stubGlobal('document', {
    documentElement: { dataset },
    querySelector: () => ({ content: VERSION }),
    getElementById: (id: string) => elements.get(id) ?? null,
  })
  phone()
  for (const [, script = ''] of PAGE.matchAll(/<script>([\s\S]*?)<\/script>/g)) runInThisContext(script)
  return { dataset, elements }
}

function withPicture(): void {
  localStorage.setItem('nana-auth', JSON.stringify({ user: { id: USER } }))
  keepPicture({ userId: USER, version: VERSION, from: 0, until: 9e15, html: '<main></main>' }, () => '')
}

describe('the picture of the diary', () => {
  it('is there where the page shows one, and goes with the other stand-ins', () => {
    const { dataset, elements } = open({ phone: withPicture })
    expect(hasPicture()).toBe(true)
    expect(elements.get('picture')?.innerHTML).toBe('<main></main>')
    removeStandIns()
    expect(hasPicture()).toBe(false)
    expect([...elements.keys(), ...Object.keys(dataset)]).toEqual(['theme'])
  })

  it('isn’t where the page shows none', () => {
    open()
    expect(hasPicture()).toBe(false)
  })

  it('leaves its place to the loader after a while', () => {
    open({ phone: withPicture })
    vi.runAllTimers()
    expect(hasPicture()).toBe(false)
  })

  it('stays for as long as it takes to draw the app behind it', () => {
    open({ phone: withPicture })
    holdPicture()
    vi.runAllTimers()
    expect(hasPicture()).toBe(true)
  })
})
