/** Returns how often the screen was touched while this was done; what is typed into a field is no tap. */
export async function countTaps(work: () => Promise<void>): Promise<number> {
  let taps = 0
  const count = () => {
    taps += 1
  }
  document.addEventListener('pointerdown', count, { capture: true })
  await work()
  document.removeEventListener('pointerdown', count, { capture: true })
  return taps
}

/** Presses all of these in one turn, so that nothing can be stored or drawn between them. */
export function pressAtOnce(...buttons: readonly Element[]): void {
  for (const button of buttons) if (button instanceof HTMLElement) button.click()
}
