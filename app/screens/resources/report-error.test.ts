import { expect, it } from 'vitest'
import { reportErrorAddress } from './report-error.ts'

it('writes to support with the subject of an error report', () => {
  expect(reportErrorAddress('soporte@example.org')).toBe(
    'mailto:soporte@example.org?subject=Reporte%20de%20Error%20en%20la%20App',
  )
})
