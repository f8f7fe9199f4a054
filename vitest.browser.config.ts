import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './e2e/kit/whole-browser.ts'

/** These tests draw the app's screens in a real browser, with what is on the phone and no server. */
export default defineConfig({
  plugins: [react()],
  // React's own checks take half of the time.
  define: { 'process.env.NODE_ENV': '"production"' },
  test: {
    include: ['app/**/*.drawn.test.ts'],
    setupFiles: './app/testing/drawn/quiet-console.ts',
    // All files are drawn on one page, which has compiled the app after the first of them.
    isolate: false,
    // The limits are for what hangs, not for what is slow.
    testTimeout: 180_000,
    // Each look costs about a millisecond, and a test looks for something after nearly every press.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      testerHtmlPath: './app/testing/drawn/page.html',
      provider: playwright({
        // Without a limit a press on what isn't there would wait for ever.
        actionTimeout: 30_000,
        launchOptions: launchOptions(),
        // It is the same phone as that of the stories (playwright.config.ts).
        contextOptions: {
          hasTouch: true,
          locale: 'es-ES',
          timezoneId: 'America/New_York',
          reducedMotion: 'reduce',
        },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
    },
  },
})
