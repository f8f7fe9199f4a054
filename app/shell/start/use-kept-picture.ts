import { useEffect, useEffectEvent, useState } from 'react'
import { addDays, instantAt, localDateAt, type TimeZone } from '../../../core/time/time.ts'
import { DAY_START } from '../../../core/week/weekly-pattern.ts'
import { clock, phoneNow } from '../../device/clock.ts'
import { pageVisibility } from '../../device/page-visibility.ts'
import { isWriting } from '../../navigation/unsaved-input.ts'
import { forgetPicture, type KeptPicture, keepPicture } from '../../session/kept-picture.ts'
import { isLeaving } from '../../session/leaving-note.ts'
import { sessionState } from '../../session/stored-session.ts'
import { version } from '../../update/served-page.ts'
import { stylesOfPicture, takePicture } from './take-picture.ts'

/**
 * Keeps a picture of the diary while nobody looks at the page, for the next start (decision 063). There is none while
 * the page is in sight.
 * @param isFirstView whether a start would show what is shown now: the diary of today, with no sleep to be ended.
 * @param zone the baby's time zone.
 */
export function useKeptPicture(isFirstView: boolean, zone: TimeZone): void {
  const [drawnFor] = useState(signedInHere)
  const take = useEffectEvent((): KeptPicture | null => {
    const userId = signedInHere()
    // A page that slept may not have heard that somebody else is signed in.
    if (userId === null || userId !== drawnFor || !version) return null
    const html = isFirstView && !isLeaving() && !isWriting() ? takePicture() : null
    if (html === null) return null
    const [from, now] = [phoneNow(), clock.now()]
    const until = from + endOfView(now, zone) - now
    return { userId, version, from, until, html }
  })
  const keep = useEffectEvent(() => {
    const picture = take()
    if (picture === null) forgetPicture()
    else keepPicture(picture, stylesOfPicture)
  })
  // What comes from elsewhere is drawn while nobody looks, too.
  useEffect(() => {
    if (!pageVisibility.isVisible()) keep()
  })
  useEffect(() => {
    if (pageVisibility.isVisible()) forgetPicture()
    // A page that is left is in sight still; one that was out of sight has its picture, or another tab a newer one.
    const keepOnLeaving = () => {
      if (pageVisibility.isVisible()) keep()
    }
    const stop = pageVisibility.subscribe(() => (pageVisibility.isVisible() ? forgetPicture() : keep()))
    addEventListener('pagehide', keepOnLeaving)
    return () => {
      stop()
      removeEventListener('pagehide', keepOnLeaving)
      forgetPicture()
    }
  }, [])
}

/** Who may see the diary now; null: nobody is signed in, or something has to be done before. */
function signedInHere(): string | null {
  const session = sessionState()
  return session.kind === 'signed-in' ? session.userId : null
}

/** When today's diary looks another way: its ribbon begins anew at eight, and its day at midnight. */
function endOfView(now: number, zone: TimeZone): number {
  const today = localDateAt(now, zone)
  const ribbon = instantAt(today, DAY_START, zone)
  return ribbon > now ? ribbon : instantAt(addDays(today, 1), '00:00', zone)
}
