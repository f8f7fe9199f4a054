import { expect, it } from 'vitest'
import { accessFailureToast } from './access-failure.ts'

const failed = { kind: 'failed', code: '57014', message: 'canceling statement' } as const

it('says that nobody knows of what may have been done, and else when to try again', () => {
  const unknown = { title: 'No sabemos si se ha hecho', detail: 'Vuelve a probar en un momento.' }
  expect(accessFailureToast('No', { ...failed, mayBeDone: true })).toMatchObject(unknown)
  const again = { title: 'No', detail: 'Vuelve a probar dentro de un momento.' }
  expect(accessFailureToast('No', failed)).toMatchObject(again)
})
