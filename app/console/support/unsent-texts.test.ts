import { expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import { proposalOfPlan } from './proposal-draft.ts'
import { unsentTexts } from './unsent-texts.ts'

it('what isn’t at the server is the note that isn’t saved, answers, proposals and dates, as they would be copied', () => {
  const plan = { ...DEFAULT_PLAN, first_wake_window: '1h 45min' }
  const naps = plan.naps.slice(0, plan.naps_count).length * 2
  const proposal = { ...proposalOfPlan(plan), sentence: 'Un solo cambio: la primera ventana, más larga ' }
  const drafts = new Map<string, unknown>([
    ['reply 7', { text: 'Sí, es normal.', seen: null }],
    ['reply 8', { text: '  ', seen: null }],
    ['proposal', proposal],
    ['dates', { typed: { ends_on: '2025-09-30', hours: 'Por las tardes' }, seen: {}, unheard: [] }],
  ])
  const texts = unsentTexts({ text: 'Duerme mejor.', phase: 'refused' }, drafts)
  expect(texts.map(({ kind }) => kind)).toEqual(['note', 'reply', 'proposal', 'dates'])
  expect(texts.map(({ text }) => text).slice(0, 2)).toEqual(['Duerme mejor.', 'Sí, es normal.'])
  const lines = texts[2]?.text.split('\n') ?? []
  expect(lines.slice(0, 3)).toEqual([
    'Un solo cambio: la primera ventana, más larga',
    'Ventana tras despertar: 1h 45min',
    'Siesta 1: 1h 30m',
  ])
  expect(lines).toHaveLength(2 + naps)
  expect(texts[3]?.text).toBe('Hasta: 30 de septiembre de 2025\nCuándo respondes: Por las tardes')
})

it('a note that is saved, and words that the page began with, are nothing to copy', () => {
  expect(unsentTexts({ text: 'Duerme mejor.', phase: 'saved' }, new Map())).toEqual([])
  const [only] = unsentTexts(
    { text: '', phase: 'saved' },
    new Map([['proposal', proposalOfPlan(DEFAULT_PLAN)]]),
  )
  expect(only?.text).toMatch(/^Ventana tras despertar/)
})

it('dates that were emptied are something to see as well', () => {
  const emptied = { typed: { starts_on: '', hours: ' ' }, seen: {}, unheard: [] }
  const [only] = unsentTexts({ text: '', phase: 'saved' }, new Map([['dates', emptied]]))
  expect(only?.text).toBe('Desde: sin fecha\nCuándo respondes: sin horario')
})
