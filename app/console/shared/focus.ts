/** Goes to the first field that the next drawing marks as wrong. Where none is, the focus stays where it was. */
export function focusWrongField(form: HTMLFormElement): void {
  const focused = document.activeElement
  // A date that is just being typed is judged once it is left.
  if (focused instanceof HTMLElement) focused.blur()
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong !== null) wrong.focus()
    else if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  })
}

/**
 * Goes to a heading when what has the focus in a section goes, but not from elsewhere. The page isn't scrolled.
 *
 * @param section by default what the heading stands in.
 */
export function focusHeading(
  heading: HTMLElement | null,
  section: HTMLElement | null | undefined = heading?.parentElement,
): void {
  if (isFocusAt(section)) heading?.focus({ preventScroll: true })
}

/** Whether the focus is in a section, or nowhere else: then the page itself has it, or what the section lies in. */
export function isFocusAt(section: HTMLElement | null | undefined): boolean {
  const focused = document.activeElement
  if (!section || focused === null) return false
  return section.contains(focused) || focused.contains(section)
}
