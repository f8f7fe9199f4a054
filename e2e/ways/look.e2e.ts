import type { Phone } from '../engines/phone.ts'
import { sleep, wakeUp } from '../kit/seed.ts'
import { expect, test } from './ways.ts'

const scheme = (phone: Phone) => phone.ask<string>('document.documentElement.dataset.theme ?? ""')

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, () => {
    test.use({ theme })

    test('the phone’s theme is the app’s; the button changes it, and a reload keeps that', async ({
      carersHand: hand,
    }) => {
      await expect.poll(() => scheme(hand.phone)).toBe(theme)
      await hand.press('Cambiar tema')
      const other = theme === 'light' ? 'dark' : 'light'
      await expect.poll(() => scheme(hand.phone)).toBe(other)
      await hand.reload()
      // The picture of the diary says the same before the app is there, and has no tabs to go by.
      await hand.sees('Gráfico', ['navigation', 'Gráfico'])
      await hand.sees('A qué hora despertó?')
      await expect.poll(() => scheme(hand.phone)).toBe(other)
    })

    test('no screen is wider than a phone of 320 px', async ({ hand, family, account }) => {
      await family.logs(wakeUp('2025-08-11', '07:20'), sleep('siesta', '2025-08-11', '10:00', '11:10'))
      await hand.signIn(account)
      await hand.phone.resize(320, 640)
      for (const tab of ['Diario', 'Gráfico', 'Añadir descanso', 'Plan', 'BSC'] as const) {
        await hand.goTo(tab)
        const width = () => hand.phone.ask<number>('document.documentElement.scrollWidth')
        await expect.poll(width, { message: tab }).toBeLessThanOrEqual(320)
      }
    })
  })
}

test('each field is of 16 px or more, lest an iPhone zoom into it', async ({ carersHand: hand }) => {
  const small = `[...document.querySelectorAll('input:not([type=range], [type=radio], [type=checkbox], [type=file])')]
    .filter((field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => field.labels?.[0]?.textContent ?? field.type)`
  for (const tab of ['Diario', 'Añadir descanso', 'Plan'] as const) {
    await hand.goTo(tab)
    expect(await hand.phone.ask(small), tab).toEqual([])
  }
})

test('a date has room for its year', async ({ carersHand: hand }) => {
  const room = `[...document.querySelectorAll('input[type=date]')].filter((field) => field.checkVisibility())
    .map((field) => Math.round(field.getBoundingClientRect().width / parseFloat(getComputedStyle(field).fontSize) * 10) / 10)`
  const [width = 0] = await hand.phone.ask<number[]>(room)
  // Firefox draws a button of its own beside the date, which takes room.
  const isFirefox = await hand.phone.ask<boolean>('CSS.supports("-moz-appearance", "none")')
  expect(width).toBeGreaterThanOrEqual(isFirefox ? 8.2 : 5.8)
})

test('an empty time shows none', async ({ carersHand: hand }) => {
  const own = await hand.phone.ask<string>(
    `getComputedStyle(document.querySelector('input[type=time]'), '::before').content`,
  )
  const isWebKit = await hand.phone.ask<boolean>('CSS.supports("hanging-punctuation", "first")')
  // Chromium and Firefox draw the same dashes by themselves.
  expect(own).toBe(isWebKit ? '"--:--"' : 'none')
  await hand.phone.fill('A qué hora despertó?', '08:20')
  await hand.reads('A qué hora despertó?', '08:20')
})
