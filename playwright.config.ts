import { defineConfig } from '@playwright/test'
import { launchOptions, SERVICE_WORKER_STORIES, WHOLE_BROWSER_STORIES } from './e2e/kit/launch-options.ts'

/** These stories need what only WebKit's driver can do; playwright.webkit.config.ts runs them. */
const WEBKIT_ALONE = 'ways/paper.e2e.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: ['./e2e/kit/prepared-database.ts', './e2e/kit/drawn/drawn-app.ts'],
  outputDir: 'test-results/browser',
  // There is one more than the smallest machine has cores, because a story waits nearly as long as it works.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The limit is for what hangs, not for what is slow: a machine may be several times slower than the one a story was
  // written on.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    // A press on what never comes, and a page that never does, would otherwise take the story's whole time.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'es-ES',
    // Keeping the whole app on the phone anew for each story is a fifth of the run, so only the stories that start it
    // from there have a service worker. It never answers for the APIs: routes still see their calls.
    serviceWorkers: 'block',
    // The phone isn't in Madrid: whatever it says, the app lives in Europe/Madrid.
    timezoneId: 'America/New_York',
    // What moves is drawn again sixty times a second, which is a seventh of the run. The ways (`e2e/ways`) and the
    // stories of what moves, or must not, have it: `test.use(WITH_MOTION)`.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every story for the few that fail is a fifth of the whole run; `--trace=retain-on-failure` does so.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // First, because the stories of a new version play one after the other, for as long as a fifth of the run.
    {
      name: 'kept',
      testMatch: SERVICE_WORKER_STORIES,
      testIgnore: WEBKIT_ALONE,
      use: { launchOptions: launchOptions() },
    },
    {
      name: 'shell',
      testIgnore: [WEBKIT_ALONE, WHOLE_BROWSER_STORIES, ...SERVICE_WORKER_STORIES],
      use: { launchOptions: launchOptions({ isOneProcess: true }) },
    },
    {
      name: 'whole',
      testMatch: WHOLE_BROWSER_STORIES,
      use: { launchOptions: launchOptions({ isWhole: true }) },
    },
    {
      name: 'drawn',
      testMatch: '*.drawn.ts',
      use: { launchOptions: launchOptions({ isOneProcess: true }) },
    },
  ],
})
