import { offerNewVersion } from './new-version.ts'
import { fetchPage, type PageAddress, version } from './served-page.ts'

/*
 * A page that no worker keeps can't fetch its late parts any more once the server has another version.
 */

/** Whether a part went with its version, by the failure to fetch it. */
const looks = new WeakMap<Error, Promise<boolean>>()

/**
 * To be called once, with the page's address: when a part can't be fetched and the server has another version of the
 * page by now, that one is offered.
 */
export function hearOfMissingParts(address: PageAddress): void {
  addEventListener('vite:preloadError', ({ payload }) => looks.set(payload, look(address)))
}

/**
 * Whether a part that couldn't be fetched went with its version. Otherwise it is the network, or this page hears of no
 * missing parts, because a worker keeps it.
 */
export async function isPartGone(failure: unknown): Promise<boolean> {
  return failure instanceof Error && (await looks.get(failure)) === true
}

async function look(address: PageAddress): Promise<boolean> {
  // Without network, nobody knows.
  const served = await fetchPage(address).catch(() => null)
  if (served?.version === undefined || served.version === version) return false
  // The console asks itself, where something is typed and not sent.
  offerNewVersion(() => location.reload(), 'also while writing')
  return true
}
