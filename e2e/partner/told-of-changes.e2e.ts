import type { BrowserContext, Request } from '@playwright/test'
import { expect, test } from '../kit/carer.ts'
import { turn } from '../kit/out-of-sight.ts'
import { withoutPolls } from '../kit/phones/without-polls.ts'

/** Collects the calls with which the pages of a phone wait for news: those under way, and those that are over. */
function watchCalls(context: BrowserContext): { waiting: Set<Request>; answered: Request[] } {
  const calls = { waiting: new Set<Request>(), answered: [] as Request[] }
  const isWatch = (request: Request) => request.url().includes('/events/v1/')
  context.on('request', (request) => isWatch(request) && calls.waiting.add(request))
  const end = (request: Request) => calls.waiting.delete(request)
  context.on('requestfailed', end)
  context.on('requestfinished', (request) => end(request) && calls.answered.push(request))
  return calls
}

test.describe('a change made elsewhere', () => {
  test('shows at the server’s word: the page’s own polls never come', async ({
    carer,
    context,
    newPhone,
  }) => {
    const { waiting } = watchCalls(context)
    await withoutPolls(context)
    await carer.reload()
    await expect.poll(() => waiting.size).toBe(1)

    const partner = await newPhone()
    await partner.logWakeUp()
    await expect(carer.records).toHaveCount(1)
    // The next change has to come by the server's word, too.
    await partner.deleteRecord()
    await expect(carer.records).toHaveCount(0)
  })

  test('shows by asking where nobody tells', async ({ carer, context, newPhone }) => {
    await context.route('**/events/v1/**', (route) => route.fulfill({ status: 404, body: 'No encontrado' }))
    await carer.reload()
    const partner = await newPhone()
    await partner.logWakeUp()
    await expect(carer.records).toHaveCount(1)
  })

  test('is told to one tab of a phone, and shows in all', async ({ carer, context, newPhone }) => {
    const { waiting } = watchCalls(context)
    const tabs = [carer.page, await context.newPage(), await context.newPage()]
    for (const tab of tabs.slice(1)) await tab.goto(carer.page.url())
    await carer.reload()
    for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Hoy', exact: true })).toBeVisible()
    await expect.poll(() => waiting.size).toBe(1)

    await (await newPhone()).logWakeUp()
    for (const tab of tabs) await expect(tab.getByRole('article')).toHaveCount(1)
    await expect.poll(() => waiting.size).toBe(1)
    // When the tab that waits for news is closed, the next in line takes over.
    const [watcher] = waiting
    await watcher?.frame().page().close()
    // A closed page doesn't report the end of its calls.
    if (watcher) waiting.delete(watcher)
    await expect.poll(() => waiting.size).toBe(1)
  })

  test('finds its way back after the server was gone', async ({ carer, context, server, newPhone }) => {
    const partner = await newPhone()
    const { waiting } = watchCalls(context)
    await carer.reload()
    await expect.poll(() => waiting.size).toBe(1)
    await server.kill()
    await expect(carer.seen('Sin conexión')).toBeVisible()
    await server.restart()
    await partner.logWakeUp()
    await expect(carer.records).toHaveCount(1)
    await expect.poll(() => waiting.size).toBe(1)
  })

  test('isn’t waited for while nobody looks', async ({ carer, context }) => {
    const { waiting } = watchCalls(context)
    await carer.reload()
    await expect.poll(() => waiting.size).toBe(1)
    await turn(carer.page, 'hidden')
    await expect.poll(() => waiting.size).toBe(0)
    await turn(carer.page, 'visible')
    await expect.poll(() => waiting.size).toBe(1)
  })
})
