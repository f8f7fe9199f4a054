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
