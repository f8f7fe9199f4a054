import { expect, it } from 'vitest'
import { changeFailureToast } from './change-failure.ts'

const unknown = { title: 'No sabemos', detail: 'Vuelve a probar.' }
const failed = { kind: 'failed', code: 'network', message: '' } as const

it('says of a change only where it may have been made that nobody knows', () => {
  expect(changeFailureToast('No', { ...failed, mayBeDone: true }, unknown)).toMatchObject(unknown)
  expect(changeFailureToast('No', failed, unknown)).toMatchObject({
    title: 'No',
    detail: 'No hay conexión con el servidor. Revisa tu red y vuelve a probar.',
  })
})
