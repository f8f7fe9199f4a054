import { expect } from '@playwright/test'
import type { Phone, Theme } from '../engines/phone.ts'
import { startDisplay } from '../engines/webkit/display.ts'
import { openWebKitPhone } from '../engines/webkit/webkit-phone.ts'
import { WITH_MOTION } from '../kit/carer.ts'
import { test as base } from '../kit/seed.ts'
import { Hand } from './hand.ts'
import { PlaywrightPhone } from './playwright-phone.ts'

export { expect }

interface Fixtures {
  theme: Theme
  newHand: () => Promise<Hand>
  /** This phone is in a carer's hand, with nothing open yet. */
  hand: Hand
  /** This is the same phone, signed in. */
  carersHand: Hand
}

interface WorkerFixtures {
  /** WebKit has a driver of its own here; the other browsers are Playwright's. */
  isWebKit: boolean
  takePhone: (theme: Theme) => Promise<Phone>
}

/** Stories with this test are told in words that every engine's driver understands. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  theme: ['light', { option: true }],
  isWebKit: [false, { option: true, scope: 'worker' }],
  takePhone: [
    async ({ isWebKit, playwright, browserName, launchOptions }, handOver) => {
      if (isWebKit) {
        const display = await startDisplay()
        await handOver((theme) =>
          openWebKitPhone({ display: display.name, theme, size: { width: 390, height: 844 } }),
        )
        await display.end()
        return
      }
      // The runner's own browser would be started for WebKit's stories too, so another one is.
      const browser = await playwright[browserName].launch(launchOptions)
      await handOver(async (colorScheme) => {
        const context = await browser.newContext({
          ...WITH_MOTION.contextOptions,
          colorScheme,
          serviceWorkers: 'allow',
        })
        return new PlaywrightPhone(context, await context.newPage())
      })
      await browser.close()
    },
    { scope: 'worker' },
  ],
  newHand: async ({ takePhone, theme, server, said }, handOver, info) => {
    const hands: Hand[] = []
    await handOver(async () => {
      const hand = new Hand(await takePhone(theme), server)
      hands.push(hand)
      return hand
    })
    if (info.status !== info.expectedStatus) {
      for (const [index, { phone }] of hands.entries()) {
        await phone.screenshot(info.outputPath(`phone-${index + 1}.png`))
      }
    }
    said.push(...hands.flatMap((hand) => hand.phone.complaints()))
    const unexpected = hands.flatMap((hand) => hand.unexpected())
    for (const { phone } of hands) await phone.close()
    expect(unexpected).toEqual([])
  },
  hand: async ({ newHand }, handOver) => {
    await handOver(await newHand())
  },
  carersHand: async ({ hand, account }, handOver) => {
    await hand.signIn(account)
    await handOver(hand)
  },
})
