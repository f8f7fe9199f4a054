import { createElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { settings } from './device/settings.ts'
import { App, Column } from './shell/App.tsx'
import { Loader } from './ui/waiting/Loader.tsx'
import { KEPT_NAME, MEND } from './update/kept-version.ts'

/** For the first script of the page, which the build writes into it. */
export const agreed = { keptName: KEPT_NAME, mend: MEND }

/**
 * What the page shows before its script is there, as index.html marks the places: the login for a visitor, the
 * loader for who has a session. Only the server that hands the page out knows the brand: its words are left open.
 */
export function prerender(): Record<string, string> {
  leaveOpen(settings.brand, 'brand')
  return {
    login: renderToString(createElement(App)),
    loader: renderToStaticMarkup(createElement(Column, null, createElement(Loader))),
  }
}

/** Puts `{{brand.links.web}}` where the word of that setting will stand. */
function leaveOpen(words: object, path: string): void {
  for (const [key, word] of Object.entries(words)) {
    if (typeof word === 'string') Reflect.set(words, key, `{{${path}.${key}}}`)
    else leaveOpen(word, `${path}.${key}`)
  }
}
