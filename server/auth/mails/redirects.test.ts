import { describe, expect, it } from 'vitest'
import { globPattern } from '../../settings/redirect-glob.ts'
import { isAllowedRedirect } from './redirects.ts'

const site = { siteUrl: 'https://nana.example', allow: [] }
const local = { siteUrl: 'http://127.0.0.1:8000', allow: [] }

describe('without an allow-list', () => {
  it.each([
    ['https://nana.example', site],
    ['https://nana.example/', site],
    ['https://nana.example/plan?a=1#b', site],
    ['https://nana.example/?sb_flow_id=x', site],
    ['HTTPS://NANA.example/', site],
    ['http://127.0.0.1:5173/', local],
    ['http://127.0.0.1:8000/x', local],
  ])('%s is allowed, because it is the app itself', (target, rules) => {
    expect(isAllowedRedirect(target, rules)).toBe(true)
  })

  it.each([
    ['', site],
    ['/plan', site],
    ['//nana.example', site],
    ['https://nana.example.evil.example/', site],
    ['https://evil.example/nana.example', site],
    ['http://nana.example/', site],
    ['https://nana.example:8443/', site],
    ['https://nana.example@evil.example/', site],
    ['https://ana@nana.example/', site],
    ['https://nana.example\\@evil.example', site],
    ['https:\\\\nana.example', site],
    ['https://evil.example\\.nana.example', site],
    ['https://nana.example\t.evil.example', site],
    ['https://nana.example\n', site],
    ['javascript:alert(1)', site],
    ['data:text/html,x', site],
    [`https://nana.example/${'x'.repeat(2_000)}`, site],
    ['http://localhost:8000/', local],
    ['http://10.0.0.1:8000/', local],
  ])('%s is not allowed', (target, rules) => {
    expect(isAllowedRedirect(target, rules)).toBe(false)
  })
})

describe('with an allow-list', () => {
  const allowed = (target: string, ...allow: string[]) => isAllowedRedirect(target, { ...site, allow })

  it.each([
    ['https://app.example/in', 'https://app.example/in'],
    ['https://app.example', 'https://app.example'],
    ['https://app.example/', 'https://app.example'],
    ['https://app.example/a/b?c=d', 'https://app.example/**'],
    ['https://app.example/a', 'https://*.example/*'],
    ['https://a-b.app.example/', 'https://*.app.example/'],
    ['https://app.example/1', 'https://app.example/[0-9]'],
    ['https://app.example/x', 'https://app.example/[!0-9]'],
    ['https://app.example/es', 'https://app.example/{es,en}'],
    ['https://app.example/a#fragment', 'https://app.example/a'],
    ['nana://open/plan', 'nana://open/*'],
    ['http://localhost:3000/', 'http://localhost:3000/**'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:*/'],
  ])('%s is allowed by %s', (target, glob) => {
    expect(allowed(target, glob)).toBe(true)
  })

  it.each([
    ['https://app.example/a/b', 'https://app.example/*'],
    ['https://a.b.example/', 'https://*.example/'],
    ['https://app.example/1', 'https://app.example/[!0-9]'],
    ['https://app.example/fr', 'https://app.example/{es,en}'],
    ['https://appXexample/', 'https://app.example/'],
    ['https://2130706433/', 'https://**'],
    ['nana://123', 'nana://**'],
    ['https://10.0.0.1/', 'https://**'],
    ['https://[2001:db8::1]/', 'https://**'],
    ['https://0x0a000001/', 'https://**'],
    ['https://under_score.example/', 'https://**'],
    ['https://ana:clave@app.example/', 'https://**'],
    ['https://app.example/\u0000', 'https://**'],
  ])('%s is not allowed by %s', (target, glob) => {
    expect(allowed(target, glob)).toBe(false)
  })

  it('odd signs in a glob stand for themselves', () => {
    expect(globPattern('a+(b)|c}').test('a+(b)|c}')).toBe(true)
    expect(globPattern('a\\*').test('a*')).toBe(true)
    expect(globPattern('[').test('[')).toBe(true)
    expect(globPattern('{a').test('a')).toBe(true)
  })
})
