/** The go-between numbers its own commands from here on, where Playwright's never come. */
const OWN_NUMBERS = 1_000_000_000
/** Firefox tells pages the theme by this setting: 0 is dark, and 1 is light. */
const SCHEME = 'layout.css.prefers-color-scheme.content-override'

/** Asks Firefox what the go-between itself wants to know, and keeps those answers from Playwright. */
export function questions(toBrowser) {
  const waiting = new Map()
  let number = OWN_NUMBERS
  const ask = (method, params) => {
    number += 1
    const answered = new Promise((resolve) => waiting.set(number, resolve))
    toBrowser({ id: number, method, params })
    return answered
  }
  return {
    ask,
    isAnswer(message) {
      waiting.get(message.id)?.(message)
      return waiting.delete(message.id)
    },
    /** Sets the theme of the whole browser, because this Firefox knows no command for one page. */
    async setDark(isDark) {
      const { result } = await ask('browsingContext.getTree', { 'moz:scope': 'chrome' })
      await ask('script.evaluate', {
        expression: `Services.prefs.setIntPref('${SCHEME}', ${isDark ? 0 : 1})`,
        target: { context: result.contexts[0].context },
        awaitPromise: false,
      })
    },
  }
}
