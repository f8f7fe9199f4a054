import { type CDPSession, chromium } from '@playwright/test'
import { hold } from '../kit/answers.ts'
import { Carer, expect, test, WITH_MOTION } from '../kit/carer.ts'
import { expectFont, lastShift, watchForShifts } from '../kit/layout-shift.ts'
import { onlyFont, standInsHere } from '../kit/only-font.ts'

test.use(WITH_MOTION)

for (const font of standInsHere()) {
  test(`nothing moves when ours takes the place of ${font.name}, the only font of the device`, async ({
    launchOptions,
    contextOptions,
    server,
    account,
  }, testInfo) => {
    const env = { ...process.env, ...onlyFont(font, testInfo.outputPath('font')) }
    const browser = await chromium.launch({ ...launchOptions, env })
    // The server hands out the page here: what the phone keeps of the app would bring the font at once.
    const context = await browser.newContext({ ...contextOptions, serviceWorkers: 'block' })
    const page = await context.newPage()
    const phone = new Carer(page, context, server, account)
    await page.addInitScript(watchForShifts)
    const releaseFont = await hold(context, '**/*.woff2')
    // Of a page that has only begun to come the loader is missing, too.
    await page.goto(server.url, { waitUntil: 'domcontentloaded' })
    await expect(page.locator('#loader')).toHaveCount(0)
    const session = await context.newCDPSession(page)
    expect(await fontOf(session, 'label')).toContain(font.name)
    releaseFont()
    await expectFont(page)
    expect(await lastShift(page)).toBeUndefined()
    // With the sign-in the login is gone, and all that comes is drawn with our font.
    await phone.enterPassword()
    await expect(phone.tabBar).toBeVisible()
    expect(await fontOf(session, 'h1')).toBe('Instrument Sans')
    // Now the phone knows all there is; what came after the reload would move things, too.
    await expect(page.getByText('Cuéntanos de tu bebé')).toBeVisible()
    // On a slow line the stand-in stays until nobody looks.
    const releaseAgain = await hold(context, '**/*.woff2')
    await page.reload({ waitUntil: 'commit' })
    await expect(phone.tabBar).toBeVisible()
    expect(await fontOf(session, 'h1')).toContain(font.name)
    releaseAgain()
    await expectFont(page)
    expect(await lastShift(page)).toBeUndefined()
    await page.evaluate(hide)
    await expect.poll(() => fontOf(session, 'h1')).toBe('Instrument Sans')
    await browser.close()
  })
}

/** Runs in the page: makes it seem that the carer looks at something else. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Returns the font that the first such element is drawn with. */
async function fontOf(session: CDPSession, selector: string): Promise<string | undefined> {
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts[0]?.familyName
}
