import type { Page } from '@playwright/test'
import { atRest } from '../kit/accessible.ts'
import { expect, test, WITH_MOTION } from '../kit/carer.ts'
import { planForm } from '../kit/plan-form.ts'

test.use(WITH_MOTION)

/** An iPhone 16 says this of its round corners, its camera and the bar one swipes home by, in CSS pixels. */
const SHAPES = [
  { name: 'upright', width: 393, height: 852, insets: { top: 59, bottom: 34, left: 0, right: 0 } },
  { name: 'on its side', width: 852, height: 393, insets: { top: 0, bottom: 21, left: 59, right: 59 } },
]

for (const { name, width, height, insets } of SHAPES) {
  test.describe(`a phone with round corners, ${name}`, () => {
    test.use({ viewport: { width, height } })

    test('nothing that is pressed lies under its edges', async ({ phone, page }) => {
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
      await phone.open()
      const bottom = await page.evaluate(() => {
        const probe = document.createElement('p')
        probe.style.setProperty('padding-bottom', 'env(safe-area-inset-bottom)')
        document.body.append(probe)
        const padding = getComputedStyle(probe).paddingBottom
        probe.remove()
        return padding
      })
      expect(bottom).toBe(`${insets.bottom}px`)
      expect(await underEdges(page, insets)).toEqual([])
      await phone.enterPassword()
      for (const tab of ['Diario', 'Gráfico', 'Añadir descanso', 'Plan', 'BSC'] as const) {
        await phone.goTo(tab)
        expect(await underEdges(page, insets), tab).toEqual([])
      }
      await phone.goTo('Plan')
      const plan = planForm(page)
      await plan.name.fill('Lucía')
      await expect(plan.unsaved).toBeVisible()
      expect(await underEdges(page, insets), 'what is unsaved').toEqual([])
      await plan.save.click()
      await phone.goTo('Diario')
      await phone.logWakeUp()
      await expect(phone.toast('¡Despertar registrado!')).toBeVisible()
      expect(await underEdges(page, insets), 'a toast').toEqual([])
      await phone.seenButton('Cerrar sesión').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      expect(await underEdges(page, insets), 'a question').toEqual([])
      await page.keyboard.press('Escape')
      await phone.goTo('Gráfico')
      await page.getByRole('button', { name: 'Imprimir o guardar como PDF' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await underEdges(page, insets), 'the preview on paper').toEqual([])
    })
  })
}

/** Scrolls to the end of the page, and names what can be pressed there and lies under an edge. */
async function underEdges(page: Page, insets: (typeof SHAPES)[number]['insets']): Promise<string[]> {
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
