import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { listedAccount } from '../../testing/listed-account.ts'
import { found, searchable, statusText } from './account-status.ts'
import { type Account, nameOf } from './calls/remote-accounts.ts'
import { TrialStep } from './TrialStep.tsx'

const NOW = Date.parse('2025-08-11T10:00:00Z')
const account = (email: string, about: Partial<Account> = {}) => listedAccount({ id: email, email, ...about })

it('says first what keeps somebody out', () => {
  const over = { trial_ends_at: '2025-08-11T09:59:00Z' }
  expect(statusText(account('a', { ...over, disabled: true }), NOW)).toBe('Desactivada')
  expect(statusText(account('a', { ...over, waiting: true }), NOW)).toBe(
    'Prueba terminada el 11 de agosto de 2025',
  )
  expect(statusText(account('a', { trial_ends_at: '2025-08-11T22:30:00Z' }), NOW)).toBe(
    'Prueba hasta el 12 de agosto de 2025',
  )
  expect(statusText(account('a', { waiting: true }), NOW)).toBe('Invitada, aún sin contraseña')
  expect(statusText(account('a'), NOW)).toBe('Acceso completo')
})

it('says how long whoever is invited may try it', () => {
  expect(statusText(account('a', { waiting: true, trial_ends_at: '2025-08-25T10:00:00Z' }), NOW)).toBe(
    'Invitada, aún sin contraseña · Prueba hasta el 25 de agosto de 2025',
  )
})

it.each([
  ['2025-08-20T10:00:00Z', 'el 3 de septiembre de 2025'],
  ['2025-08-01T10:00:00Z', 'el 25 de agosto de 2025'],
])('a trial until %s says where fourteen days more would end: %s', (ends, day) => {
  const step = createElement(TrialStep, {
    trialEndsAt: ends,
    now: NOW,
    busy: false,
    onCancel: () => {},
    onConfirm: () => {},
  })
  expect(renderToStaticMarkup(step)).toContain(`Acabaría ${day}.`)
})

it('names an account by its address, else by its number or its id', () => {
  expect(nameOf(account('ana@example.org', { phone: '34600000000' }))).toBe('ana@example.org')
  expect(nameOf(account('', { phone: '34600000000' }))).toBe('34600000000')
  expect(nameOf(account('', { id: 'a1' }))).toBe('a1')
  expect(found(searchable([account('', { phone: '34600000000' })], NOW), '600')).toHaveLength(1)
})

it('finds by address, by what somebody is, and by words without their accents', () => {
  const all = searchable(
    [
      account('ana@example.org', { disabled: true }),
      account('eva@example.org', { staff_role: 'admin', staff_name: 'Eva Núñez' }),
    ],
    NOW,
  )
  const emails = (typed: string) => found(all, typed).map(({ email }) => email)
  expect(emails('  EXAMPLE ')).toEqual(['ana@example.org', 'eva@example.org'])
  expect(emails('desactivada')).toEqual(['ana@example.org'])
  expect(emails('nunez admin')).toEqual(['eva@example.org'])
  expect(emails('nunez desactivada')).toEqual([])
})
