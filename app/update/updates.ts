import { pageVisibility } from '../device/page-visibility.ts'
import { adoptSettings, settingsOf } from '../device/settings.ts'
import { isWriting } from '../navigation/unsaved-input.ts'
import { KEPT_INVITATION, KEPT_MAIL_LINK } from '../session/links/link-part.ts'
import { sessionState, subscribeSession } from '../session/stored-session.ts'
import { CLAIM, KEPT_NAME, MEND, TAKE_OVER, type WorkerNews } from './kept-version.ts'
import { offerNewVersion } from './new-version.ts'
import { fetchPage, type ServedPage, version } from './served-page.ts'

/*
 * The service worker (sw.ts) starts the app from the phone and takes over new versions by itself. This is the page's
 * side: it asks for news, and offers the carer to reload when the page that would open now is another one.
 */

const HOUR_MS = 3_600_000

const otherTabs = new BroadcastChannel('nana-app')
const workers = navigator.serviceWorker

/** To be called once, ahead of everything that may be loaded later. */
export function hearOfUpdates(): void {
  workers.addEventListener('message', ({ data }: MessageEvent<WorkerNews>) => {
    if (data.mended) startOver()
    else if (data.version !== version) offer()
  })
  // A part of the app couldn't be loaded, or isn't what was built.
  addEventListener('vite:preloadError', () => workers.controller?.postMessage(MEND))
  otherTabs.addEventListener('message', () => {
    isTakenElsewhere = true
    leaveUnseen()
  })
  subscribeSession(startAnew)
}

/** To be called once, when the first screen stands: what is fetched here must not hold it up. */
export async function lookForUpdates(): Promise<void> {
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' }).catch(console.warn)
  // The app works without, as long as there is a network.
  if (registration === undefined) return
  // The page was still on its way when the worker took in those that were open, and would never hear of its news.
  if (workers.controller === null) registration.active?.postMessage(CLAIM)
  const check = () => {
    if (pageVisibility.isVisible()) void look(registration)
  }
  pageVisibility.subscribe(check)
  setInterval(check, HOUR_MS)
  check()
}

async function look(registration: ServiceWorkerRegistration): Promise<void> {
  // Without a worker the page has just come from the server.
  if (workers.controller === null) return
  try {
    const { version: served, ...fetched } = await fetchPage('/')
    if (served === version) return await takeSettings(fetched)
    await registration.update()
    // Chromium stops the old worker for it, but any call of a page's starts that one anew meanwhile, for as long as
    // there are calls: then it has to be asked once more. While another one installs, the one that waits is of a
    // version that the server no longer has.
    if (registration.installing === null) registration.waiting?.postMessage(TAKE_OVER)
    // It comes as a whole, by its own worker, and tells of itself once that is in charge; the message may have been
    // missed. Before that, for minutes if the old worker has something in hand, a reload would bring the old page.
    const isInCharge = registration.installing === null && registration.waiting === null
    if (isInCharge && (await keptPage(served))) offer()
  } catch {
    // Without network, or in the middle of a deployment: the next look finds out.
  }
}

/**
 * The page on the phone carries the settings the server had when it was fetched. A new key is put to use at once; what
 * else is new shows when the page is opened again.
 */
async function takeSettings({ page, html, response }: Omit<ServedPage, 'version'>): Promise<void> {
  const isAllAdopted = adoptSettings(settingsOf(page))
  const kept = await keptPage(version)
  if (kept !== undefined && (await kept.text()) !== html) {
    const cache = await caches.open(KEPT_NAME + version)
    await cache.put('/', response)
  }
  if (!isAllAdopted) offer()
}

/** The page of a version, where the worker keeps it. */
function keptPage(of: string | undefined): Promise<Response | undefined> {
  return caches.match('/', { cacheName: `${KEPT_NAME}${of}`, ignoreVary: true })
}

/** A script that was broken once stays so for the life of the page. Where no screen is drawn yet nothing is lost. */
function startOver(): void {
  if (document.querySelector('#root main') === null) location.reload()
  else offer()
}

let isOutdated = false
let isTakenElsewhere = false

function offer(): void {
  isOutdated = true
  leaveUnseen()
  offerNewVersion(() => {
    otherTabs.postMessage('reload')
    location.reload()
  })
}

/**
 * Where the carer has taken the new version in another tab, what is out of sight follows, and what is in sight still
 * offers. The other tab may have heard of the version, and taken it, before the worker has told this one.
 */
function leaveUnseen(): void {
  if (isOutdated && isTakenElsewhere && !pageVisibility.isVisible() && !isWriting()) location.reload()
}

let last = sessionState().kind

/** Signing in with the form is a new start anyway; links of mails and the steps after them are left alone. */
function startAnew(): void {
  const before = last
  last = sessionState().kind
  const isKept = [KEPT_MAIL_LINK, KEPT_INVITATION].some((key) => sessionStorage.getItem(key) !== null)
  const isByLink = location.hash + location.search !== '' || isKept
  if (isOutdated && before === 'signed-out' && last === 'signed-in' && !isByLink) location.reload()
}
