import { atRest } from '../kit/accessible.ts'
import { expect } from '../kit/carer.ts'
import { sleep, test } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'

test('while a sleep runs, a drag over many wake-ups is one change: where it ends', async ({
  family,
  phone,
  context,
}) => {
  await family.logs(sleep('siesta', '2025-08-11', '16:00'))
  await phone.signIn()
  const form = sleepForm(phone.page)
  let changes = 0
  await context.route(/sleep_records/, (route) => {
    if (route.request().method() === 'PATCH') changes += 1
    return route.continue()
  })
  await form.wakeUps.scrollIntoViewIfNeeded()
  await atRest(phone.page)
  const { x = 0, y = 0, width = 0, height = 0 } = (await form.wakeUps.boundingBox()) ?? {}
  const { mouse } = phone.page
  await mouse.move(x + 10, y + height / 2)
  await mouse.down()
  await mouse.move(x + width - 2, y + height / 2, { steps: 20 })
  await expect(form.wakeUps).toHaveValue('10')
  await mouse.up()
  await expect.poll(async () => (await family.records()).map(({ wake_ups }) => wake_ups)).toEqual([10])
  expect(changes).toBe(1)
  await form.wakeUps.press('ArrowLeft')
  await expect.poll(async () => (await family.records()).map(({ wake_ups }) => wake_ups)).toEqual([9])
})
