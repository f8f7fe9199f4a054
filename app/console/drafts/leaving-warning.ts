const unsaved = new Set<() => boolean>()

/** Has the browser ask before the page is closed while something of it isn't at the server. Returns what ends that. */
export function warnBeforeLeaving(isUnsaved: () => boolean): () => void {
  if (unsaved.size === 0) addEventListener('beforeunload', warn)
  unsaved.add(isUnsaved)
  return () => {
    unsaved.delete(isUnsaved)
    if (unsaved.size === 0) removeEventListener('beforeunload', warn)
  }
}

function warn(event: BeforeUnloadEvent): void {
  if ([...unsaved].some((isUnsaved) => isUnsaved())) event.preventDefault()
}
