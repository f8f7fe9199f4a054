import { expect, WITH_MOTION } from '../kit/carer.ts'
import { fingers } from '../kit/finger.ts'
import { test } from '../kit/seed.ts'
import { livesADay, newNap, topOf } from './steady-screen.ts'

test.use(WITH_MOTION)

test('while a finger is down nothing is drawn; when it lifts, what it touched is where it was', async ({
  family,
  phone,
  context,
}) => {
  await livesADay(family)
  await phone.signIn()
  await expect(phone.records).toHaveCount(7)
  const touched = phone.records.filter({ hasText: '11:00' })
  await touched.scrollIntoViewIfNeeded()
  const before = await topOf(touched)
  const touch = await fingers(phone.page)
  await touch('touchStart', { x: 120, y: before + 20 })
  const told = phone.page.waitForResponse((answer) => /sleep_records\?.*rev=gt/.test(answer.url()))
  await newNap(family)
  await (await told).finished()
  // By now the phone has stored the nap, and another of its tabs shows it.
  const otherTab = await context.newPage()
  await otherTab.goto(phone.page.url())
  await expect(otherTab.getByRole('article')).toHaveCount(8)
  await expect(phone.records).toHaveCount(7)
  expect(await topOf(touched)).toBe(before)
  await touch('touchEnd')
  await expect(phone.records).toHaveCount(8)
  expect(await topOf(touched)).toBe(before)
})
