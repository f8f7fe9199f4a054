import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { recommendedSleep } from '../../core/baby/recommendations.ts'
import { DayTotal } from './diary/DayTotal.tsx'

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
