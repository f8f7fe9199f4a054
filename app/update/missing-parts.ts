import { offerNewVersion } from './new-version.ts'
import { fetchPage, version } from './served-page.ts'

/*
 * A page that no worker keeps can't fetch its late parts any more once the server has another version.
 */

let looking = Promise.resolve(false)

/** To be called once: when a part can't be fetched and the server has another console by now, that one is offered. */
export function hearOfMissingParts(): void {
  addEventListener('vite:preloadError', () => {
    looking = look()
  })
}

/** Whether a part that couldn't be fetched just now went with its version. Otherwise it is the network. */
export function isPartGone(): Promise<boolean> {
  return looking
}

async function look(): Promise<boolean> {
  // Without network, nobody knows.
  const served = await fetchPage('/consola').catch(() => null)
  if (served?.version === undefined || served.version === version) return false
  // The console asks itself, where something is typed and not sent.
  offerNewVersion(() => location.reload(), 'also while writing')
  return true
}
