/** Goes to the first field that the next drawing marks as wrong. */
export function focusWrongField(form: HTMLFormElement): void {
  // A date that is just being typed is judged once it is left.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/** Goes to a section's heading when what had the focus in it goes, but not from elsewhere. The page isn't scrolled. */
export function focusHeading(heading: HTMLElement | null): void {
  const focused = document.activeElement
  const isHere = focused === document.body || heading?.parentElement?.contains(focused)
  if (isHere) heading?.focus({ preventScroll: true })
}
