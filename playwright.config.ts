import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/browser',
  // One more than the smallest machine has cores: a story waits nearly as long as it works.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'es-ES',
    // The service worker is on, as at home. It never answers for the APIs, so that routes still see their calls.
    serviceWorkers: 'allow',
    // Not Madrid: whatever the phone says, the app lives in Europe/Madrid.
    timezoneId: 'America/New_York',
    // Recording every story for the few that fail is a fifth of the whole run; `--trace=retain-on-failure` does.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
