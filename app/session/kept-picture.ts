/*
 * The diary as it was seen last, which index.html shows at the next start until the app has read the records (decision
 * 063). It is as private as they are, and goes whenever any of them are taken off the phone (app/local/local-db.ts).
 */
const KEY = 'nana-picture'
/** The localStorage key of the page's version, a blank, and the styles that its pictures need. */
const STYLES_KEY = 'nana-picture-styles'

export interface KeptPicture {
  /** Whose session may show it. */
  userId: string
  /** The version of the page that may show it: its styles have their names in that build alone. */
  version: string
  /** From when and until when it may be shown, in epoch milliseconds by the phone's clock. */
  from: number
  until: number
  html: string
}

/** @param styles asked only where the phone doesn't have those of this version. */
export function keepPicture(picture: KeptPicture, styles: () => string): void {
  const { version } = picture
  // A browser stores a text at half the size, and sooner, when it has no other characters than these.
  const html = picture.html.replace(/[^\0-\xff]/gu, (letter) => `&#${letter.codePointAt(0)};`)
  try {
    if (!localStorage.getItem(STYLES_KEY)?.startsWith(`${version} `)) {
      localStorage.setItem(STYLES_KEY, `${version} ${styles()}`)
    }
    localStorage.setItem(KEY, JSON.stringify({ ...picture, html }))
  } catch (reason) {
    // A full phone starts with the loader.
    console.warn(reason)
    forgetPicture()
  }
}

export function forgetPicture(): void {
  localStorage.removeItem(KEY)
}
