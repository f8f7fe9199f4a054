import { expect, type Page } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'

/** An iPhone 16 says this of its round corners, its camera and the bar one swipes home by, in CSS pixels. */
export const SHAPES = [
  { name: 'upright', width: 393, height: 852, insets: { top: 59, bottom: 34, left: 0, right: 0 } },
  { name: 'on its side', width: 852, height: 393, insets: { top: 0, bottom: 21, left: 59, right: 59 } },
]

interface Insets {
  top: number
  bottom: number
  left: number
  right: number
}

/** Gives the page the edges of a phone, until what it resolves with is called. */
export async function giveEdges(page: Page, insets: Insets): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
  return () => session.detach()
}

/** Expects the page to know of the edges that it was given. */
export async function expectEdges(page: Page, insets: Insets): Promise<void> {
  const bottom = () =>
    page.evaluate(() => {
      const probe = document.createElement('p')
      probe.style.setProperty('padding-bottom', 'env(safe-area-inset-bottom)')
      document.body.append(probe)
      const padding = getComputedStyle(probe).paddingBottom
      probe.remove()
      return padding
    })
  await expect.poll(bottom).toBe(`${insets.bottom}px`)
}

/** Scrolls to the end of the page, and names what can be pressed there and lies under an edge. */
export async function underEdges(page: Page, insets: Insets): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await atRest(page)
  return page.evaluate(({ top, bottom, left, right }) => {
    const isReached = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }
    return [...document.querySelectorAll('button, a, input, select, textarea')]
      .filter((element) => element.checkVisibility() && isReached(element))
      .filter((element) => {
        const box = element.getBoundingClientRect()
        const isUnderTop = scrollY === 0 && box.top < top && element.closest('dialog, [role=dialog]') !== null
        return (
          isUnderTop || box.bottom > innerHeight - bottom || box.left < left || box.right > innerWidth - right
        )
      })
      .map((element) => `${element.tagName} ${element.ariaLabel ?? element.textContent}`)
  }, insets)
}
