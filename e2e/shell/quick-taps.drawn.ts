import type { Locator, Page } from '@playwright/test'
import { expect } from '../kit/carer.ts'
import { test } from '../kit/drawn/drawn-story.ts'
import { fingers } from '../kit/finger.ts'
import { sleep } from '../kit/seed.ts'
import { sleepForm } from '../kit/sleep-form.ts'
import { theirData } from '../kit/their-data.ts'

const TODAY = '2025-08-11'

test('a tap is heard once, as the finger lifts, and no mouse comes to the page after it', async ({
  carer,
}) => {
  const heard = await listen(carer.page)
  await tabOf(carer.tabBar, 'Gráfico').tap()
  await expect(carer.tabBar.locator('[aria-current=page]')).toHaveText('Gráfico')
  expect((await heard()).toSorted()).toEqual(['click', 'touchend'])
})

test('a finger that slides off or isn’t alone presses nothing, and one that rests is the browser’s', async ({
  carer,
}) => {
  const tab = tabOf(carer.tabBar, 'Plan')
  const { x, y } = await middleOf(tab)
  const heard = await listen(carer.page)
  const touch = await fingers(carer.page)
  await touch('touchStart', { x, y })
  await touch('touchMove', { x, y: y - 40 })
  await touch('touchMove', { x, y })
  await touch('touchEnd')
  await touch('touchStart', { x, y }, { x: x - 150, y: y - 200 })
  await touch('touchEnd', { x: x - 150, y: y - 200 })
  await touch('touchEnd')
  expect(await heard()).toEqual(['touchend', 'touchend', 'touchend'])
  await expect(carer.tabBar.locator('[aria-current=page]')).toHaveText('Diario')
  await touch('touchStart', { x, y })
  await carer.page.waitForTimeout(600)
  await touch('touchEnd')
  expect(await heard()).toContain('mousedown')
})

test('what has come over a button while the finger was on it isn’t pressed through', async ({ carer }) => {
  const point = await middleOf(tabOf(carer.tabBar, 'Plan'))
  const touch = await fingers(carer.page)
  await touch('touchStart', point)
  await carer.page.evaluate(() => {
    const cover = document.createElement('div')
    cover.style.cssText = 'position: fixed; inset: 0; z-index: 99'
    document.body.append(cover)
  })
  await touch('touchEnd')
  await carer.page.evaluate(() => document.body.lastElementChild?.remove())
  await expect(carer.tabBar.locator('[aria-current=page]')).toHaveText('Diario')
})

test('while a field has the focus a tap is the browser’s, and what was typed counts before it', async ({
  phone,
  family,
}) => {
  await family.logs(sleep('siesta', TODAY, '14:00'))
  await phone.signIn()
  const form = sleepForm(phone.page)
  await form.feedings.tap()
  await form.feedings.fill('3')
  const heard = await listen(phone.page)
  await form.button('Más tomas').tap()
  await expect(form.feedings).toHaveValue('4')
  // The phone's keyboard goes with the focus.
  await expect(form.feedings).not.toBeFocused()
  expect(await heard()).toContain('mousedown')
})

test('a touch on a page that moves is the browser’s: it may only stop it', async ({ carer }) => {
  await carer.goTo('BSC')
  const heard = await listen(carer.page)
  await carer.page.evaluate(() => {
    const scroll = () => {
      scrollBy(0, 2)
      requestAnimationFrame(scroll)
    }
    scroll()
  })
  await carer.page.waitForFunction(() => scrollY > 20)
  const { x, y } = await middleOf(tabOf(carer.tabBar, 'Plan'))
  const touch = await fingers(carer.page)
  await touch('touchStart', { x, y })
  await touch('touchEnd')
  await expect.poll(heard).toContain('mousedown')
})

test('a tap may do what a browser lets only a finger do', async ({ carer }) => {
  await carer.goTo('Plan')
  const data = theirData(carer.page)
  await carer.page.getByRole('button', { name: 'Importar', exact: true }).tap()
  const choosing = carer.page.waitForEvent('filechooser')
  await data.importSheet.getByRole('button', { name: /^Elegir/ }).tap()
  await choosing
})

function tabOf(tabBar: Locator, name: string): Locator {
  return tabBar.getByRole('button', { name, exact: true })
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('It isn’t on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Notes what the page hears from now on of fingers that lift, mice and presses. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    for (const name of ['touchend', 'mousedown', 'mouseup', 'click']) {
      addEventListener(name, () => heard.push(name), { capture: true, passive: true })
    }
    Object.assign(window, { heard })
  })
  return () => page.evaluate((): string[] => Reflect.get(window, 'heard'))
}
