import { type Carer, expect } from '../kit/carer.ts'
import { turn } from '../kit/out-of-sight.ts'
import { spoil } from '../kit/phones/spoiled-row.ts'
import { test } from '../kit/seed.ts'

const TITLE = 'Algo ha fallado en la app'

/** React has told the console what was wrong, at each try. */
function takeErrors(carer: Carer): void {
  expect(carer.consoleErrors.splice(0).join()).toContain('rror')
}

test('what can’t be drawn of one account says nothing to another that signs in in another tab', async ({
  carer,
  context,
  server,
}, info) => {
  const { page } = carer
  const broken = page.getByRole('heading', { name: TITLE })
  await carer.logWakeUp()
  await carer.whenAllSent()
  await spoil(page, 'sleep_plans', { reminders: true, first_wake_window: {} })
  await page.reload()
  await expect(broken).toBeVisible()
  const session = await server.signIn(await server.createAccount(`other-${info.testId}@example.org`))
  const tab = await context.newPage()
  await tab.goto(new URL('/logo-light.svg', server.url).href)
  await tab.evaluate((session) => localStorage.setItem('nana-auth', JSON.stringify(session)), session)
  await expect(carer.tabBar).toBeVisible()
  await expect(page.getByLabel('A qué hora despertó?')).toBeVisible()
  await expect(broken).toBeHidden()
  takeErrors(carer)
})

test('of a diary that can’t be drawn no picture is kept for the next start', async ({ carer }) => {
  const { page } = carer
  const kept = () => page.evaluate(() => localStorage.getItem('nana-picture'))
  await carer.logWakeUp()
  await carer.whenAllSent()
  await turn(page, 'hidden')
  expect(await kept()).not.toBeNull()
  await spoil(page, 'baby_info', { name: {} })
  await page.reload()
  for (const tab of ['Plan', 'Diario'] as const) {
    await carer.goTo(tab)
    await expect(page.getByRole('region', { name: tab }).getByRole('heading', { name: TITLE })).toBeVisible()
  }
  await turn(page, 'hidden')
  expect(await kept()).toBeNull()
  takeErrors(carer)
})
