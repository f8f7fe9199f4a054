import { defineConfig } from '@playwright/test'
import { storiesOf } from './e2e/engines/matrix.ts'
import chromium from './playwright.config.ts'

const { projects: _, ...common } = chromium

/** Runs in WebKit, by WebKitWebDriver, the stories told in words that every driver knows (docs/engines.md). */
export default defineConfig<{ isWebKit: boolean }>({
  ...common,
  ...storiesOf('webkit'),
  // Its driver plays no drawn story.
  globalSetup: './e2e/kit/prepared-database.ts',
  outputDir: 'test-results/webkit',
  use: { isWebKit: true },
})
