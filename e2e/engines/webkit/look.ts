/** Looks for what a carer would call by role and name. Runs in the page: it may name nothing from outside. */
export function look(
  role: string,
  name: string | null,
  isPattern: boolean,
  inRole: string | null,
  inText: string,
): Element[] {
  const kinds: Record<string, string> = {
    alertdialog: '[role=alertdialog]',
    article: 'article',
    button: 'button, [role=button], summary',
    checkbox: 'input[type=checkbox]:not([role=switch])',
    dialog: 'dialog[open], [role=dialog]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3, h4',
    img: 'img, [role=img]',
    navigation: 'nav',
    radio: 'input[type=radio]',
    slider: 'input[type=range]',
    switch: '[role=switch]',
    table: 'table',
    toast: '[data-toast]',
  }
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const textOf = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  const nameOf = (element: Element) =>
    clean(element.getAttribute('aria-label')) ||
    clean(textOf(element.getAttribute('aria-labelledby'))) ||
    clean(
      element instanceof HTMLInputElement
        ? [...(element.labels ?? [])].map((l) => l.textContent).join(' ')
        : '',
    ) ||
    clean(element.getAttribute('alt')) ||
    clean(element instanceof HTMLTableElement ? element.caption?.textContent : '') ||
    clean(element.textContent)
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[aria-hidden=true], [inert]') === null
  const fits = (element: Element) =>
    name === null || (isPattern ? new RegExp(name).test(nameOf(element)) : nameOf(element) === name)
  const all = (kind: string, root: ParentNode) =>
    [...root.querySelectorAll(kinds[kind] ?? kind)].filter((element) => isSeen(element))
  const root =
    inRole === null
      ? document
      : all(inRole, document).find((element) => clean(element.textContent).includes(inText))
  return root === undefined ? [] : all(role, root).filter(fits)
}
