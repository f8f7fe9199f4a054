import {
  type ReactNode,
  StrictMode,
  startTransition,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
} from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchForInstall } from './device/install.ts'
import { PRIVACY_PATH } from './device/settings.ts'
import { startTheme } from './device/theme.ts'
import { watchBack } from './navigation/browser-history.ts'
import { isLeaving } from './session/leaving-note.ts'
import { linkPart } from './session/links/link-part.ts'
import { readLeavingAhead } from './session/session-backup.ts'
import { restoreSession, storedSession, subscribeSession } from './session/stored-session.ts'
import { markedUsers } from './session/wipe-mark.ts'
import { App, Column } from './shell/App.tsx'
import { signedInPart } from './shell/late/signed-in-part.ts'
import { pressedInPicture } from './shell/start/pressed-in-picture.ts'
import {
  hasPicture,
  holdPicture,
  removeStandIns,
  replaceStandIns,
  takeLink,
} from './shell/start/stand-ins.ts'
import { fontWithinMoment, startFont } from './ui/style/font.ts'
import { hearOfUpdates, lookForUpdates } from './update/updates.ts'
import './ui/style/fonts.css'
import './ui/style/tokens.css'
import './ui/style/base.css'
import './ui/style/preferences.css'
import { whenFree } from './device/when-idle.ts'

const root = document.getElementById('root')
const picture = document.getElementById('picture')
if (root === null || picture === null) throw new Error('index.html has lost its #root or #picture')

/** The phone keeps the app. */
const isKept = import.meta.env.PROD && 'serviceWorker' in navigator

const isPrivacyPage = location.pathname === PRIVACY_PATH

startTheme()
startFont()
watchForInstall()
watchBack()
if (isKept) hearOfUpdates()
if (isPrivacyPage) void showPrivacyPage(root)
else if (takeLink()) void followLink().finally(() => void start(root, picture))
else void start(root, picture)
// A link may be opened in the window that shows the app already: then no new page comes.
// Going back to where one was opened asks nothing: it is done, or left. Each entry the app has been at has a state.
let isBackAgain = false
addEventListener('popstate', ({ state }) => {
  isBackAgain = state !== null
})
addEventListener('hashchange', () => {
  if (isPrivacyPage || !takeLink()) return
  if (isBackAgain) history.replaceState(history.state, '', location.pathname)
  else void followLink()
})

async function followLink(): Promise<void> {
  // The session that a link brings waits until the one that was left is off the phone, which that part sees to.
  const leave = () => void (isLeaving() && signedInPart.load())
  leave()
  const stop = subscribeSession(leave)
  try {
    await import('./screens/follow-link.ts').then((part) => part.followLink())
  } catch (error) {
    // It stays in the address, for another try.
    console.warn(error)
  } finally {
    stop()
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
    startTransition(() => void hydrateRoot(root, <Arriving onDrawn={fetchWhatIsBehind}>{app}</Arriving>))
    return
  }
  let findPressed: ReturnType<typeof pressedInPicture> = () => null
  const takePlace = () => {
    findPressed = pressedInPicture(picture)
    replaceStandIns()
  }
  const onDrawn = () => {
    findPressed(root)?.click()
    fetchWhatIsBehind()
  }
  const draw = () =>
    createRoot(root).render(
      <Arriving onPlaced={takePlace} onDrawn={onDrawn}>
        {app}
      </Arriving>,
    )
  if (hasPicture()) {
    // It shows already what is drawn now, which may come in slices, too.
    holdPicture()
    startTransition(draw)
  } else {
    // In one go: between slices the loader would be drawn again and again, as it moves.
    flushSync(draw)
  }
}

/** Behind the first screen: whoever signs in finds the rest already here, even if the network goes in between. */
function fetchWhatIsBehind(): void {
  void signedInPart.load()
  if (isKept) whenFree(() => void lookForUpdates())
}

interface ArrivingProps {
  /** Is called when the first screen has come into the page, before anything measures itself there. */
  onPlaced?: () => void
  /** Is called when it stands. */
  onDrawn: () => void
  children: ReactNode
}

function Arriving({ onPlaced, onDrawn, children }: ArrivingProps) {
  useInsertionEffect(() => onPlaced?.(), [onPlaced])
  useEffect(() => {
    // A press that is made up for may want React to draw at once, which it does in none of its own effects.
    setTimeout(onDrawn)
  }, [onDrawn])
  return children
}

async function showPrivacyPage(root: HTMLElement): Promise<void> {
  try {
    const { PrivacyScreen } = await import('./screens/privacy/PrivacyScreen.tsx')
    await fontWithinMoment()
    root.replaceChildren()
    replaceStandIns()
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
