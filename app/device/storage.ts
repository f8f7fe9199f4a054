const ASKED_KEY = 'nana-storage-asked'
const WEEK_MS = 7 * 24 * 3_600_000

/**
 * Asks the browser not to clear this phone's replica when it needs room. Some decide by themselves and may say yes
 * another time, when the app is used more; one that asks the carer isn't made to do it more than once a week.
 */
export async function keepStorage(): Promise<void> {
  // Absent where the page isn't served over HTTPS.
  if (navigator.storage?.persist === undefined || (await navigator.storage.persisted())) return
  const sinceAskedMs = Date.now() - Number(localStorage.getItem(ASKED_KEY))
  if (sinceAskedMs >= 0 && sinceAskedMs < WEEK_MS) return
  localStorage.setItem(ASKED_KEY, String(Date.now()))
  await navigator.storage.persist()
}
