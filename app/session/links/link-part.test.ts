import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhoneStorage } from '../../testing/phone-storage.ts'
import { SESSION_KEY } from '../stored-session.ts'
import { linkPart, showLinkPart } from './link-part.ts'

const element = { type: 'p', props: {}, key: null }
let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', new PhoneStorage())
})
afterEach(() => {
  showLinkPart(null)
  vi.unstubAllGlobals()
})

function signIn(factors: object[] = []): void {
  const user = { id: 'ana', email: 'ana@example.org', factors }
  const session = { access_token: 'a', refresh_token: 'r', expires_at: 4e9, user }
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
}

const tellOfOtherTab = (key = SESSION_KEY) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))

it('lies over the app of who signs in in another tab while it stands in the login’s place', () => {
  showLinkPart(element)
  expect(linkPart()).toEqual({ element, isSheet: false })
  signIn([{ id: 'f', factor_type: 'totp', status: 'verified' }])
  tellOfOtherTab()
  // Whoever owes a code gives that first.
  expect(linkPart()?.isSheet).toBe(false)
  signIn()
  tellOfOtherTab()
  expect(linkPart()).toEqual({ element, isSheet: true })
})

it('lies over nothing where it has opened the session itself', () => {
  showLinkPart(element)
  signIn()
  tellOfOtherTab('nana-families:ana')
  expect(linkPart()?.isSheet).toBe(false)
})

it('that was taken away doesn’t come back by another tab', () => {
  showLinkPart(element)
  showLinkPart(null)
  signIn()
  tellOfOtherTab()
  expect(linkPart()).toBeNull()
})
