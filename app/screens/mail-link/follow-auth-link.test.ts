import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { linkPart, showLinkPart } from '../../session/links/link-part.ts'
import { PhoneStorage } from '../../testing/phone-storage.ts'
import { clearToast, shownToast } from '../../ui/overlays/toasts.ts'
import { followAuthLink } from './follow-auth-link.ts'

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('sessionStorage', new PhoneStorage())
  vi.stubGlobal('history', { state: null, replaceState: () => {} })
})
afterEach(() => {
  showLinkPart(null)
  vi.unstubAllGlobals()
})

it.each([
  ['mail', 'El enlace no ha funcionado'],
  ['provider', 'Sign in Failed'],
] as const)('a refusal by a %s is titled «%s»', async (by, title) => {
  vi.stubGlobal('location', { pathname: '/' })
  onTestFinished(clearToast)
  await followAuthLink({ kind: 'refused', by, code: 'user_banned' })
  expect(shownToast()?.title).toBe(title)
})

it('isn’t asked about again once it is dead: a reload finds nothing of «¿Entrar como …?»', async () => {
  vi.stubGlobal('location', { hash: '#access_token=a', search: '', pathname: '/' })
  const accessToken = ['h', btoa(JSON.stringify({ email: 'ana@example.org' })), 's'].join('.')
  await followAuthLink({ kind: 'session', accessToken, refreshToken: 'r', purpose: 'recovery' })
  expect(sessionStorage.getItem('nana-mail-link')).not.toBeNull()
  const asked = linkPart()?.element.props as { onDead: () => void }
  asked.onDead()
  expect(linkPart()?.element.props).toMatchObject({ link: null })
  expect(sessionStorage.getItem('nana-mail-link')).toBeNull()
})
