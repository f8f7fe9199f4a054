import { sleep, wakeUp } from '../kit/seed.ts'
import { expect, test } from './ways.ts'

// Their server is set otherwise, so one worker starts it for all of them.
test.describe.configure({ mode: 'default' })
test.use({ fixedNow: '2025-08-12T03:10' })

test('a waking, a feed and a nappy are a press each', { tag: '@ten' }, async ({ hand, family, account }) => {
  await family.logs(wakeUp('2025-08-11', '07:20'), sleep('noche', '2025-08-11', '20:30'))
  await hand.signIn(account)
  await hand.goTo('Diario')
  await hand.press('+1 despertar')
  await hand.toast('Despertar anotado', '03:10 · va 1')
  await hand.press('+1 toma')
  await hand.toast('Toma anotada', '03:10 · va 1')
  await hand.press('+1 pañal')
  await hand.toast('Pañal anotado', '03:10 · va 1')
  await expect
    .poll(async () => (await family.records()).find(({ type }) => type === 'noche'))
    .toMatchObject({ wake_ups: 1, feedings: 1, diaper_changes: 1 })
})

test('the night runs on after a reload, by its own dark head', async ({ hand, family, account }) => {
  await family.logs(wakeUp('2025-08-11', '07:20'), sleep('noche', '2025-08-11', '20:30'))
  await hand.signIn(account)
  await hand.goTo('Diario')
  await hand.sees('Durmiendo desde 20:30')
  await hand.reload()
  await hand.sees('Durmiendo desde 20:30')
  await expect.poll(() => hand.phone.ask('document.documentElement.dataset.theme')).toBe('dark')
})
