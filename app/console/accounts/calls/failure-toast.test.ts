import { expect, it } from 'vitest'
import { accountActions } from '../../../words/console/accounts.es.ts'
import { changeFailureToast } from './failure-toast.ts'

const told = (status: number, code: string | null = null, message = '') =>
  changeFailureToast({ status, code, message }, accountActions)

it.each([
  ['nobody answered', 0, 'No hay conexión con el servidor. Vuelve a intentarlo: no se hará dos veces.'],
  ['a proxy waited no longer', 408, 'Vuelve a intentarlo: no se hará dos veces.'],
  ['the server failed on the way', 500, 'Vuelve a intentarlo: no se hará dos veces.'],
])('a change may have been made where %s', (_what, status, detail) => {
  expect(told(status)).toEqual({ title: 'No sabemos si se ha hecho', detail, tone: 'failure' })
})

it.each([
  ['the server refused it', 422, 'not_a_trial', 'The account is no trial', 'Esta cuenta no es de prueba.'],
  [
    'its mail could not be sent',
    500,
    'unexpected_failure',
    'Error sending invite email',
    'El servidor no ha podido hacerlo. Vuelve a probar en un momento.',
  ],
])('a change wasn’t made where %s', (_what, status, code, message, detail) => {
  expect(told(status, code, message)).toEqual({ title: 'No se ha podido hacer', detail, tone: 'failure' })
})
