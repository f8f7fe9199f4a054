import {
  type ReactNode,
  StrictMode,
  startTransition,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchForInstall } from './device/install.ts'
import { PRIVACY_PATH } from './device/settings.ts'
import { startTheme } from './device/theme.ts'
import { watchBack } from './navigation/browser-history.ts'
import { isLeaving } from './session/leaving-note.ts'
import { linkPart } from './session/link-part.ts'
import { readLeavingAhead } from './session/session-backup.ts'
import { restoreSession, storedSession } from './session/stored-session.ts'
import { markedUsers } from './session/wipe-mark.ts'
import { App, Column } from './shell/App.tsx'
import { signedInPart } from './shell/late/signed-in-part.ts'
import { pressedInPicture } from './shell/start/pressed-in-picture.ts'
import { fontWithinMoment, startFont, takeFont } from './ui/style/font.ts'
import { hearOfUpdates, lookForUpdates } from './update/updates.ts'
import './ui/style/fonts.css'
import './ui/style/tokens.css'
import './ui/style/base.css'
import './ui/style/preferences.css'
import { whenFree } from './device/when-idle.ts'

const root = document.getElementById('root')
const loader = document.getElementById('loader')
const picture = document.getElementById('picture')
if (root === null || loader === null || picture === null) {
  throw new Error('index.html has lost its #root, #loader or #picture')
}

/** The phone keeps the app. */
const isKept = import.meta.env.PROD && 'serviceWorker' in navigator

const isPrivacyPage = location.pathname === PRIVACY_PATH

startTheme()
startFont()
watchForInstall()
watchBack()
if (isKept) hearOfUpdates()
if (isPrivacyPage) void showPrivacyPage(root)
else if (isLink()) void followLink().finally(() => void start(root, picture))
else void start(root, picture)
// A link may be opened in the window that shows the app already: then no new page comes.
// Going back to where one was opened asks nothing: it is done, or left. Each entry the app has been at has a state.
let isBackAgain = false
addEventListener('popstate', ({ state }) => {
  isBackAgain = state !== null
})
addEventListener('hashchange', () => {
  if (!isLink()) return
  if (isBackAgain) history.replaceState(history.state, '', location.pathname)
  else void followLink()
})

/**
 * Of a mail, of a provider one signed in with, or of a family that invites; index.html asks the same. What only looks
 * like one is told apart by whoever follows it.
 */
function isLink(): boolean {
  if (isPrivacyPage) return false
  const link = `${location.search}${location.hash || sessionStorage.getItem('nana-mail-link')}`
  if (/(?:code|token|hash|error|message|invitacion)=/.test(link)) return true
  return [sessionStorage, localStorage].some((kept) => 'nana-invitation' in kept)
}

async function followLink(): Promise<void> {
  try {
    await import('./screens/follow-link.ts').then((part) => part.followLink())
  } catch (error) {
    // It stays in the address, for another try.
    console.warn(error)
  }
}

async function start(root: HTMLElement, picture: HTMLElement): Promise<void> {
  if (storedSession() !== null) readLeavingAhead()
  await restoreSession()
  if (storedSession() !== null || isLeaving() || markedUsers().length > 0) {
    // Instead of the login the page's own loader stands, until there is something to draw.
    root.replaceChildren()
    await signedInPart.load()
    await fontWithinMoment()
  } else if (linkPart() !== null) {
    root.replaceChildren()
    await fontWithinMoment()
  }
  const app = (
    <StrictMode>
      <Answering>
        <App />
      </Answering>
    </StrictMode>
  )
  if (storedSession() === null && root.firstElementChild !== null) {
    // The prerendered login comes to life; what was typed meanwhile stays in its fields. Nobody waits for it, so it may
    // come in slices: a press in between has React do the rest at once, and is heard.
    removeStandIns()
    startTransition(() => void hydrateRoot(root, app))
  } else {
    const hasPicture = 'picture' in document.documentElement.dataset
    const draw = () =>
      createRoot(root).render(
        <Arriving root={root} picture={picture}>
          {app}
        </Arriving>,
      )
    // Behind a picture of the diary it may come in slices, too. Frames of the loader between them would hold it up.
    if (hasPicture) startTransition(draw)
    else flushSync(draw)
  }

  // Behind the first screen: whoever signs in finds the rest already here, even if the network goes in between.
  setTimeout(() => void signedInPart.load())
  if (isKept) whenFree(() => void lookForUpdates())
}

interface ArrivingProps {
  root: HTMLElement
  picture: HTMLElement
  children: ReactNode
}

/** Takes the place of what the page showed until now, and does what was pressed in its picture of the diary. */
function Arriving({ root, picture, children }: ArrivingProps) {
  const findPressed = useRef<ReturnType<typeof pressedInPicture>>(null)
  // What measures itself does so in a layout effect, and has to stand in the layout by then.
  useInsertionEffect(() => {
    findPressed.current = pressedInPicture(picture)
    removeStandIns()
    takeFont()
  }, [picture])
  useEffect(() => {
    findPressed.current?.(root)?.click()
  }, [root])
  return children
}

/** What the page showed until the app could. */
function removeStandIns(): void {
  loader?.remove()
  picture?.remove()
  document.adoptedStyleSheets = []
  delete document.documentElement.dataset.session
  delete document.documentElement.dataset.picture
}

async function showPrivacyPage(root: HTMLElement): Promise<void> {
  try {
    const { PrivacyScreen } = await import('./screens/privacy/PrivacyScreen.tsx')
    await fontWithinMoment()
    root.replaceChildren()
    removeStandIns()
    takeFont()
    const page = (
      <Column>
        <PrivacyScreen />
      </Column>
    )
    flushSync(() => createRoot(root).render(<StrictMode>{page}</StrictMode>))
    dispatchEvent(new Event('answering'))
  } catch (error) {
    console.warn(error)
    setTimeout(() => void showPrivacyPage(root), 1_000)
  }
}

/** Does what was asked of the prerendered page before it could answer. */
function Answering({ children }: { children: ReactNode }) {
  // The page's first script marks what is pressed until now (scripts/page/prerender.mjs).
  useLayoutEffect(() => {
    dispatchEvent(new Event('answering'))
  }, [])
  useEffect(() => {
    for (const pressed of document.querySelectorAll<HTMLElement>('[data-waiting]')) {
      delete pressed.dataset.waiting
      if (pressed instanceof HTMLFormElement) pressed.requestSubmit()
      else pressed.click()
    }
  }, [])
  return children
}
