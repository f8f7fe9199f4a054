/**
 * What was pressed last in the picture of the diary before the app could answer, as the page has marked it: a function
 * that finds the same button in the app, by its own words and those around it. Where something else stands by now, it
 * finds none, as nobody has pressed that.
 */
export function pressedInPicture(picture: HTMLElement): (app: HTMLElement) => HTMLElement | null {
  const presses = [...picture.querySelectorAll<HTMLElement>('button[data-waiting]')]
  const pressed = presses.toSorted((a, b) => Number(a.dataset.waiting) - Number(b.dataset.waiting)).at(-1)
  if (pressed === undefined) return () => null
  const nth = alike(picture, pressed).indexOf(pressed)
  return (app) => alike(app, pressed)[nth] ?? null
}

/** The buttons in sight that say the same, in their order. */
function alike(page: HTMLElement, pressed: HTMLElement): HTMLElement[] {
  const inSight = 'main > section:not([aria-hidden]) button, main + nav button'
  return [...page.querySelectorAll<HTMLElement>(inSight)].filter(
    (button) => wordsOf(button) === wordsOf(pressed),
  )
}

/** A button of a record, or of a question, is about what stands beside it. */
function wordsOf(button: HTMLElement): string {
  const about = button.closest('article, section section, [role=status]') ?? button.parentElement
  return `${button.getAttribute('aria-label') ?? button.textContent} ${about?.textContent ?? ''}`
}
