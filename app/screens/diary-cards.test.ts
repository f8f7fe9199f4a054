import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { recommendedSleep } from '../../core/baby/recommendations.ts'
import { noche } from '../../core/testing/records.ts'
import { instantAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { DayTotal } from './diary/DayTotal.tsx'
import { TodayReadout } from './diary/TodayReadout.tsx'

const totalAt = (ageMonths: number) =>
  renderToStaticMarkup(
    createElement(DayTotal, {
      minutes: 600,
      mark: 'low',
      age: { ageMonths, range: recommendedSleep(ageMonths) },
      withRunning: false,
    }),
  )

it('the total says that the range the day is judged by is the AASM’s, from 25 months on', () => {
  expect(totalAt(24)).not.toContain('AASM')
  expect(totalAt(25)).toContain('Rango de la AASM (2016)')
})

it.each([
  ['2025-08-10', 'Empezó: Domingo 10, 20:00'],
  ['2025-07-10', 'Empezó: Jueves 10 de julio, 20:00'],
])('the head tells who only looks of a sleep that nobody ended: of %s', (date, began) => {
  const record = noche(date, '20:00')
  const readout = renderToStaticMarkup(
    createElement(TodayReadout, {
      next: { kind: 'stale-open', record },
      usual: null,
      babyName: null,
      records: [record],
      today: '2025-08-11',
      now: instantAt('2025-08-11', '16:20', MADRID),
      ending: null,
      onEdit: () => {},
      onDelete: () => {},
    }),
  )
  expect(readout).toContain('Sin hora de fin')
  expect(readout).toContain(began)
  expect(readout).not.toContain('button')
})
