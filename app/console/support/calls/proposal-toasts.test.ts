import { expect, it } from 'vitest'
import { proposalToast, withdrawalToast } from './proposal-toasts.ts'

const NETWORK = { status: 0, code: null, message: 'no network' }

it.each([
  ['proposed, now or before', { data: 'primera', failure: null }, 'Propuesta enviada'],
  [
    'not proposed, as it was answered before',
    { data: null, failure: null },
    'Ya la habías enviado, y ya no espera respuesta',
  ],
  [
    'perhaps proposed, where no answer came',
    { data: null, failure: NETWORK },
    'No sabemos si la propuesta ha llegado',
  ],
  [
    'perhaps proposed, where a gateway answered for its server',
    { data: null, failure: { ...NETWORK, status: 504 } },
    'No sabemos si la propuesta ha llegado',
  ],
  [
    'perhaps proposed, where its server failed on the way',
    { data: null, failure: { ...NETWORK, status: 500 } },
    'No sabemos si la propuesta ha llegado',
  ],
  [
    'not proposed, as the server refused it',
    { data: null, failure: { status: 403, code: '42501', message: 'this family is not open to you' } },
    'No se ha podido hacer',
  ],
] as const)('says what is known of a proposal that was sent: %s', (_what, called, title) => {
  expect(proposalToast(called).title).toBe(title)
})

const DONE = { data: true, failure: null }
const TOO_LATE = { data: false, failure: null }
const failed = (status: number) => ({ data: null, failure: { ...NETWORK, status } })

it.each([
  ['withdrawn', DONE, 'withdrawn', 'Propuesta retirada'],
  ['withdrawn, though what it looks like now wasn’t told', DONE, null, 'Propuesta retirada'],
  ['withdrawn, as the list says where no answer came', failed(0), 'withdrawn', 'Propuesta retirada'],
  ['withdrawn, as the list says after a fault', failed(500), 'withdrawn', 'Propuesta retirada'],
  ['perhaps withdrawn, where no answer came', failed(0), null, 'No sabemos si se ha retirado'],
  ['perhaps withdrawn, where a proxy waited no longer', failed(408), null, 'No sabemos si se ha retirado'],
  ['perhaps withdrawn, after a fault', failed(500), null, 'No sabemos si se ha retirado'],
  ['answered before', TOO_LATE, 'declined', 'No se ha retirado'],
  ['answered before, as the list says after a fault', failed(500), 'taken', 'No se ha retirado'],
  ['not withdrawn, as the server refused it', failed(403), null, 'No se ha podido hacer'],
] as const)('says what is known of a proposal that was to be withdrawn: %s', (_what, told, answer, title) => {
  expect(withdrawalToast(told, answer).title).toBe(title)
})
