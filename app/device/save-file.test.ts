import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveFile, share } from './save-file.ts'

/** What the phone says as the share sheet is asked for; null: it takes what it is given. */
let refusal: DOMException | null
let downloads: string[]

beforeEach(() => {
  refusal = null
  downloads = []
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('navigator', {
    canShare: () => true,
    share: async () => {
      if (refusal !== null) throw refusal
    },
  })
  vi.stubGlobal('document', {
    createElement: () => ({
      click() {
        downloads.push(this.download)
      },
      download: '',
    }),
  })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const FILE = { name: 'nana.csv', text: 'Fecha', type: 'text/csv' } as const

it('a file that the share sheet takes is saved', async () => {
  expect(await saveFile(FILE)).toBe('saved')
  expect(downloads).toEqual([])
})

it('a share sheet that is closed hands out nothing', async () => {
  refusal = new DOMException('', 'AbortError')
  expect(await saveFile(FILE)).toBe('cancelled')
  expect(await share({ url: 'https://nana.example' })).toBe('cancelled')
  expect(downloads).toEqual([])
})

it.each(['NotAllowedError', 'InvalidStateError'])(
  'where the phone doesn’t share after all, the file goes to the downloads: %s',
  async (name) => {
    refusal = new DOMException('', name)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await saveFile(FILE)).toBe('saved')
    expect(downloads).toEqual(['nana.csv'])
    vi.restoreAllMocks()
  },
)
