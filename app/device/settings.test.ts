import { expect, it } from 'vitest'
import { parseSettings } from './settings.ts'

const served = {
  supabaseUrl: '',
  anonKey: 'key',
  fixedNow: '2025-08-11',
  minPasswordLength: 10,
  brand: {
    product: 'Nana',
    provider: 'BSC',
    supportEmail: 'hola@example.org',
    links: {
      web: 'https://example.org',
      blog: 'https://example.org/b',
      contact: 'https://example.org/c',
      services: 'https://example.org/s',
      courses: 'https://example.org/cu',
      instagram: 'https://example.org/i',
    },
    logos: { light: '/l.svg', dark: '/d.svg' },
  },
}

it('takes what the server wrote into the page', () => {
  expect(parseSettings(JSON.stringify({ ...served, added: 'later' }))).toEqual(served)
})

it('does without what an older server, or another project, does not say', () => {
  const { minPasswordLength: _, ...older } = served
  expect(parseSettings(JSON.stringify(older))).toEqual({ ...served, minPasswordLength: null })
})

it.each([[null], [''], ['{}'], ['not json'], [JSON.stringify({ ...served, anonKey: 1 })]])(
  'runs on the defaults with %j',
  (text) => {
    expect(parseSettings(text)).toMatchObject({ supabaseUrl: '', fixedNow: null, brand: { product: 'Nana' } })
  },
)
