import { type ReactNode, StrictMode, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { parseAuthLink } from './data/auth-link.ts'
import { storedSession } from './data/stored-session.ts'
import { followAuthLink } from './follow-auth-link.ts'
import { watchForInstall } from './install.ts'
import { loadSignedIn } from './load-signed-in.ts'
import { startTheme } from './theme.ts'
import { hearOfUpdates, lookForUpdates } from './updates.ts'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/preferences.css'
import { whenFree } from './when-idle.ts'

const root = document.getElementById('root')
const loader = document.getElementById('loader')
if (root === null || loader === null) throw new Error('index.html has lost its #root or #loader')

/** The phone keeps the app. */
const isKept = import.meta.env.PROD && 'serviceWorker' in navigator

/** A font that is on the phone is here by then; one that comes over the network takes the stand-in's place later. */
const FONT_WITHIN_MS = 100

startTheme()
watchForInstall()
if (isKept) hearOfUpdates()
const link = parseAuthLink(location.hash)
if (link === null) void start(root, loader)
else void followAuthLink(link).finally(() => void start(root, loader))

async function start(root: HTMLElement, loader: HTMLElement): Promise<void> {
  if (storedSession() !== null) {
    // Instead of the login the page's own loader stands, until there is something to draw.
    root.replaceChildren()
    const font = Promise.allSettled([document.fonts.load('1em "Instrument Sans"')])
    await loadSignedIn()
    // Or its words would change their width a moment later.
    await Promise.race([font, new Promise((resolve) => setTimeout(resolve, FONT_WITHIN_MS))])
  }
  const app = (
    <StrictMode>
      <Answering>
        <App />
      </Answering>
    </StrictMode>
  )
  loader.remove()
  delete document.documentElement.dataset.session
  if (storedSession() === null && root.firstElementChild !== null) {
    // The prerendered login comes to life; what was typed meanwhile stays in its fields.
    hydrateRoot(root, app)
  } else {
    // In one go, lest the browser paint what is no loader any more and not yet the app.
    flushSync(() => createRoot(root).render(app))
  }

  // Behind the first screen: whoever signs in finds the rest already here, even if the network goes in between.
  setTimeout(() => void loadSignedIn())
  if (isKept) whenFree(() => void lookForUpdates())
}

/** Does what was asked of the prerendered page before it could answer. */
function Answering({ children }: { children: ReactNode }) {
  useEffect(() => {
    for (const pressed of document.querySelectorAll<HTMLElement>('[data-waiting]')) {
      delete pressed.dataset.waiting
      if (pressed instanceof HTMLFormElement) pressed.requestSubmit()
      else pressed.click()
    }
  }, [])
  return children
}
