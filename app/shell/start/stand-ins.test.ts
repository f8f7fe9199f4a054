import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepInvitation, keepUntilConfirmed } from '../../screens/invitation/kept-invitation.ts'
import { type AuthLink, asFragment, parseAuthLink } from '../../session/auth-link.ts'
import { keepPicture } from '../../session/kept-picture.ts'
import { KEPT_MAIL_LINK } from '../../session/links/link-part.ts'
import { PhoneStorage } from '../../testing/phone-storage.ts'
import { hasPicture, holdPicture, removeStandIns, takeLink } from './stand-ins.ts'

/* The page's own scripts, as they stand in index.html, with the app's side of what they agree on. */

const PAGE = readFileSync('app/index.html', 'utf8')
const VERSION = '0123456789abcdef'
const USER = 'c0ffee00-0000-4000-8000-000000000001'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the page's scripts do where it is opened with this on the phone. */
function open({
  address = '/',
  phone = () => {},
  isKept = true,
}: {
  address?: string
  phone?: () => void
  isKept?: boolean
} = {}) {
  const page = new EventTarget()
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
  vi.stubGlobal('navigator', { serviceWorker: { controller: isKept ? {} : null } })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  )
  vi.stubGlobal('addEventListener', (type: string, hear: () => void) => page.addEventListener(type, hear))
  vi.stubGlobal('document', {
    documentElement: { dataset },
    querySelector: () => ({ content: VERSION }),
    getElementById: (id: string) => elements.get(id) ?? null,
  })
  phone()
  for (const [, script = ''] of PAGE.matchAll(/<script>([\s\S]*?)<\/script>/g)) runInThisContext(script)
  return { page, dataset, elements }
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

const TOKENS = { kind: 'session', accessToken: 'a', refreshToken: 'r', purpose: 'recovery' } as const

/** Each kind of link that the app knows, as its address. */
const LINKS: Record<AuthLink['kind'], readonly string[]> = {
  unspent: ['/#token_hash=0a1b&type=invite'],
  disown: ['/#token_hash=0a1b&type=disown&email=ana%40example.org'],
  session: [`/${asFragment(TOKENS)}`],
  code: ['/?code=0a1b'],
  refused: [
    '/#error=access_denied&error_code=otp_expired',
    '/#error_code=otp_expired',
    '/?error=e#error=access_denied',
  ],
  'half-confirmed': ['/#message=Confirmation+link+accepted'],
}

/** What is kept of a link while it waits. */
const WAITING: Record<string, () => void> = {
  'a mail’s link': () => sessionStorage.setItem(KEPT_MAIL_LINK, asFragment(TOKENS)),
  'an invitation': () => keepInvitation('c0ffee'),
}

it('asks for the font before the script only where the phone keeps the app', () => {
  expect(open().dataset).not.toHaveProperty('font')
  expect(open({ isKept: false }).dataset).toHaveProperty('font', 'later')
})

describe('a link', () => {
  const addresses = Object.entries(LINKS).flatMap(([kind, all]) => all.map((address) => ({ kind, address })))

  it.each(addresses)('$kind in the address: $address', ({ kind, address }) => {
    const { hash, search } = new URL(address, 'https://nana.example')
    expect(parseAuthLink(hash, search)).toMatchObject({ kind })
    expectFollowed({ address })
  })

  it('of an invitation, in the address', () => {
    expectFollowed({ address: '/#invitacion=c0ffee' })
  })

  it.each(Object.entries(WAITING))('%s that this tab keeps', (_, phone) => {
    expectFollowed({ phone })
  })

  it('that came before the app could hear of it, or comes later', () => {
    const { page } = open()
    expect(takeLink()).toBe(false)
    vi.stubGlobal('location', new URL('/#invitacion=c0ffee', 'https://nana.example'))
    page.dispatchEvent(new Event('hashchange'))
    expect(takeLink()).toBe(true)
    expect(takeLink()).toBe(false)
  })

  it('of an invitation that waits for a mailbox leaves a visitor the login', () => {
    const phone = () => keepUntilConfirmed('c0ffee', 'ana@example.org')
    expect(open({ phone }).dataset.session).toBeUndefined()
    expect(takeLink()).toBe(true)
  })

  it('is none of these', () => {
    for (const address of ['/', '/?utm_source=boletin', '/#arriba', '/?postcode=28001']) {
      expect(open({ address }).dataset.session).toBeUndefined()
      expect(takeLink()).toBe(false)
    }
  })
})

/** The app follows it, and shows neither the login before it nor a picture of the diary. */
function expectFollowed(opened: { address?: string; phone?: () => void }): void {
  const { dataset } = open(opened)
  expect(dataset.session).toBe('stored')
  expect(takeLink()).toBe(true)
  open({
    ...opened,
    phone() {
      withPicture()
      opened.phone?.()
    },
  })
  expect(hasPicture()).toBe(false)
}
