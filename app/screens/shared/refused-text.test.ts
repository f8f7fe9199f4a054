import { expect, it } from 'vitest'
import { despertar, siesta } from '../../../core/testing/records.ts'
import { refusedText } from './refused-text.ts'

const running = siesta('2025-08-11', '13:00')
const over = siesta('2025-08-11', '10:00', '11:00')
const wakeUp = despertar('2025-08-11', '07:00')
const log = [running, over, wakeUp]

it.each([
  ['sleep_records', 'insert', running.id, 'No se pudo iniciar el registro de sueño.'],
  ['sleep_records', 'insert', over.id, 'No se pudo guardar el registro.'],
  ['sleep_records', 'insert', wakeUp.id, 'No se pudo guardar el registro.'],
  ['sleep_records', 'insert', 'gone', 'No se pudo guardar el registro.'],
  ['sleep_records', 'patch', running.id, 'No se pudo actualizar el registro.'],
  ['sleep_records', 'delete', over.id, 'No se pudo eliminar el registro.'],
  ['baby_info', 'patch', 'b1', 'No se pudo actualizar la información del bebé.'],
  ['sleep_plans', 'patch', 'p1', 'No se pudo actualizar el plan de sueño.'],
] as const)('%s %s %s: %s', (table, kind, rowId, text) => {
  expect(refusedText({ table, kind, rowId }, log)).toBe(text)
})
