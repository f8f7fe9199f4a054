import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { storiesOf } from './e2e/engines/matrix.ts'
import chromium from './playwright.config.ts'

const { projects: _, ...common } = chromium

/** Runs the same stories in Firefox, by WebDriver BiDi; docs/engines.md says which of them, and why not the others. */
export default defineConfig({
  ...common,
  ...storiesOf('firefox'),
  outputDir: 'test-results/firefox',
  use: {
    ...common.use,
    browserName: 'firefox',
    launchOptions: {
      channel: 'moz-firefox',
      executablePath: fileURLToPath(new URL('e2e/engines/firefox/go-between.mjs', import.meta.url)),
      firefoxUserPrefs: {
        'intl.locale.requested': 'es-ES',
        // Each window counts as the one in use, as each phone does.
        'focusmanager.testmode': true,
        'ui.useOverlayScrollbars': 1,
        'ui.prefersReducedMotion': 0,
        'layout.css.prefers-color-scheme.content-override': 1,
        // It would begin a process ahead for each page to come, which takes a core longer than beginning one in time.
        'dom.ipc.processPrelaunch.enabled': false,
      },
    },
  },
})
