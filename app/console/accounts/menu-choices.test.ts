import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { listedAccount } from '../../testing/listed-account.ts'
import { ASKED, type AskedChoice, AskFirstStep } from './AskFirstStep.tsx'
import type { Account } from './calls/remote-accounts.ts'
import { choicesFor } from './menu-choices.ts'
import { withAccount } from './with-account.ts'

const NOW = Date.parse('2025-08-11T09:00:00Z')
const account = (about: Partial<Account> = {}) => listedAccount({ has_second_factor: true, ...about })

it('offers for a family all that the server does', () => {
  expect(choicesFor(account({ trial_ends_at: '2025-08-11T10:00:00Z' }), false, NOW)).toEqual([
    'trial',
    'full',
    'reset-password',
    'disable',
    'remove-second-factor',
    'delete',
  ])
  expect(choicesFor(account({ disabled: true }), false, NOW)).toContain('enable')
})

it('offers another invitation, and no password, to somebody who was invited', () => {
  const choices = choicesFor(account({ waiting: true }), false, NOW)
  expect(choices).toContain('invite-again')
  expect(choices).not.toContain('reset-password')
  const trial_ends_at = '2025-08-11T10:00:00Z'
  expect(choicesFor(account({ waiting: true, trial_ends_at }), false, NOW)).toContain('invite-again')
  // The link of an account that is closed opens nothing.
  for (const closed of [{ disabled: true }, { trial_ends_at: '2025-08-11T09:00:00Z' }])
    expect(choicesFor(account({ waiting: true, ...closed }), false, NOW)).not.toContain('invite-again')
  const staff = { staff_role: 'consultant', works_for_provider: true } as const
  expect(choicesFor(account({ waiting: true, ...staff }), false, NOW)).toEqual([])
})

it('leaves out what the server refuses for the staff', () => {
  const about = { works_for_provider: true, disabled: true, trial_ends_at: '2025-08-11T10:00:00Z' }
  expect(choicesFor(account({ ...about, staff_role: 'admin' }), false, NOW)).toEqual(['trial', 'full'])
  // The calls for administrators are open to some who have no part in the console.
  expect(choicesFor(account(about), false, NOW)).toEqual(['trial', 'full'])
  expect(choicesFor(account({ staff_role: 'admin', works_for_provider: true }), true, NOW)).toEqual([])
})

it('puts an account in its place, a new one first, and takes a deleted one out', () => {
  const [ana, eva] = [account(), account({ id: 'b' })]
  const changed = account({ disabled: true })
  expect(withAccount([eva, ana], 'a', changed)).toEqual([eva, changed])
  expect(withAccount([ana], 'b', eva)).toEqual([eva, ana])
  expect(withAccount([eva, ana], 'b', null)).toEqual([ana])
  expect(withAccount([ana], 'b', null)).toEqual([ana])
})

it.each(Object.keys(ASKED) as AskedChoice[])('«%s» names whom it is done to', (choice) => {
  const asked = createElement(AskFirstStep, {
    choice,
    isLost: false,
    account: account(),
    textId: 'text',
    busy: false,
    onCancel: () => {},
    onConfirm: () => {},
  })
  expect(renderToStaticMarkup(asked)).toContain('ana@example.org')
})
