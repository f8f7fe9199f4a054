import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { parseAuthLink } from './data/auth-link.ts'
import { storedSession } from './data/stored-session.ts'
import { followAuthLink } from './follow-auth-link.ts'
import { watchForInstall } from './install.ts'
import { loadSignedIn } from './load-signed-in.ts'
import { startTheme } from './theme.ts'
import { startUpdates } from './updates.ts'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/preferences.css'

const root = document.getElementById('root')
const loader = document.getElementById('loader')
if (root === null || loader === null) throw new Error('index.html has lost its #root or #loader')

startTheme()
watchForInstall()
const link = parseAuthLink(location.hash)
if (link === null) start(root, loader)
else void followAuthLink(link).finally(() => start(root, loader))

function start(root: HTMLElement, loader: HTMLElement): void {
  // Before React has drawn anything: it comes while React does.
  if (storedSession() !== null) void loadSignedIn()
  const app = (
    <StrictMode>
      <Answering>
        <App />
      </Answering>
    </StrictMode>
  )
  if (storedSession() === null && root.firstElementChild !== null) {
    // The prerendered login comes to life; what was typed meanwhile stays in its fields.
    hydrateRoot(root, app)
  } else {
    // The same loader goes on until React has drawn its own.
    root.replaceChildren(...loader.childNodes)
    createRoot(root).render(app)
  }
  loader.remove()
  delete document.documentElement.dataset.session

  // Behind the first screen: whoever signs in finds the rest already here, even if the network goes in between.
  setTimeout(() => void loadSignedIn())
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    if (document.readyState === 'complete') void startUpdates()
    else addEventListener('load', () => void startUpdates())
  }
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
