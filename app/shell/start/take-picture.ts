import { panelId } from '../../navigation/tab-places.ts'

/** The styles that came with the first screens. Later parts add theirs, which the diary does without. */
const sheets = [...document.styleSheets].filter(({ ownerNode }) => ownerNode instanceof HTMLLinkElement)

export function stylesOfPicture(): string {
  return sheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')
}

/**
 * The diary as it stands in the page, without the screens that are out of sight; null: it doesn't stand there, as where
 * it can't be drawn. What depends on the minute has the mark `data-of-now`, and index.html leaves it empty.
 */
export function takePicture(): string | null {
  const column = document.querySelector('#root > div')
  const main = column?.querySelector('main')
  const tabBar = column?.querySelector('nav')
  const diary = document.getElementById(panelId('diary'))
  if (!column || !main || !tabBar || !diary || diary.querySelector('[role="alert"]')) return null
  const picture = document.createElement('div')
  picture.className = column.className
  picture.append(main.cloneNode(false), tabBar.cloneNode(true))
  picture.firstElementChild?.append(copyWithChoices(diary))
  for (const dialog of picture.querySelectorAll('dialog')) dialog.remove()
  // A finger may press a button that it sees (pressed-in-picture.ts); the keyboard waits for the app.
  for (const one of picture.querySelectorAll<HTMLElement>('a, button, input, select, textarea'))
    one.tabIndex = -1
  // The page's policy lets a script set the style of an element, and no text.
  for (const styled of picture.querySelectorAll<HTMLElement>('[style]')) {
    styled.dataset.style = styled.style.cssText
    styled.removeAttribute('style')
  }
  return picture.outerHTML
}

/** What is chosen is no part of the markup, and would be the first of all again. */
function copyWithChoices(live: Element): Element {
  const copy = document.importNode(live, true)
  const copied = copy.querySelectorAll('option, input')
  for (const [index, one] of live.querySelectorAll('option, input').entries()) {
    if (one instanceof HTMLOptionElement) copied[index]?.toggleAttribute('selected', one.selected)
    else if (one instanceof HTMLInputElement) copied[index]?.toggleAttribute('checked', one.checked)
  }
  return copy
}
