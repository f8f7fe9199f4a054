import { expect, it } from 'vitest'
import { unknownToast } from './unknown-toast.ts'

const words = { unknown: 'No sabemos si se ha hecho', unknownDetail: 'Vuelve a probar.' }
const told = (status: number) => unknownToast({ status, code: null, message: '' }, words)

it.each([0, 502, 504])('says that nobody answered, and what to do: %i', (status) => {
  expect(told(status)).toEqual({
    title: words.unknown,
    detail: 'No hay conexión con el servidor. Vuelve a probar.',
    tone: 'failure',
  })
})

it.each([408, 500])('says what to do where something answered that doesn’t know either: %i', (status) => {
  expect(told(status)).toEqual({ title: words.unknown, detail: words.unknownDetail, tone: 'failure' })
})

it('says nothing of what was never sent', () => {
  expect(unknownToast({ status: 0, code: null, message: '', isUnsent: true }, words)).toBeNull()
})

it.each([400, 401, 403, 429])('says nothing of what wasn’t done: %i', (status) => {
  expect(told(status)).toBeNull()
})
