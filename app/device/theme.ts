type Theme = 'light' | 'dark'
/** Red is a dark theme without any blue, for nights alone. */
type Look = Theme | 'red'

const STORAGE_KEY = 'theme'
/** The night that runs and how the app looks meanwhile, as 'dark 6f2c…'. index.html reads it before the first paint. */
const NIGHT_KEY = 'nana-night'
/** Nights are red: 'yes', or not there. */
const RED_KEY = 'nana-red-nights'

/** The ground of the head in tokens.css: the phone's status bar continues it. */
const STATUS_BAR: Record<Look, string> = { light: '#e3f1fa', dark: '#151311', red: '#120500' }

function phoneTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function chosenTheme(): Theme | null {
  const stored = localStorage.getItem(STORAGE_KEY)
  return stored === 'light' || stored === 'dark' ? stored : null
}

function storedNight(): { look: Look; id: string } | null {
  const [look, id] = (localStorage.getItem(NIGHT_KEY) ?? '').split(' ')
  return id && (look === 'light' || look === 'dark' || look === 'red') ? { look, id } : null
}

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

function applyTheme(): void {
  const look = storedNight()?.look ?? chosenTheme() ?? phoneTheme()
  const { dataset } = document.documentElement
  dataset.theme = look === 'light' ? 'light' : 'dark'
  if (look === 'red') dataset.look = look
  else delete dataset.look
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', STATUS_BAR[look])
}

/** Follows the phone until a theme is chosen, here or in another tab. */
export function startTheme(): void {
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  addEventListener('storage', applyTheme)
}

/** While a night runs the choice is for that night; the one of the days stays, and counts again when it is over. */
export function toggleTheme(): void {
  const next = currentTheme() === 'dark' ? 'light' : 'dark'
  const night = storedNight()
  if (night === null) localStorage.setItem(STORAGE_KEY, next)
  else storeNight(next === 'light' ? next : darkOfNights(), night.id)
  applyTheme()
}

/** The night with this id runs: the app is dark by itself, unless it was chosen otherwise. Null: none does. */
export function showNight(id: string | null): void {
  if (id === null) localStorage.removeItem(NIGHT_KEY)
  else if (storedNight()?.id !== id) storeNight(darkOfNights(), id)
  applyTheme()
}

export function areNightsRed(): boolean {
  return localStorage.getItem(RED_KEY) !== null
}

/** For this night, if one runs, and all that follow. */
export function setNightsRed(areRed: boolean): void {
  if (areRed) localStorage.setItem(RED_KEY, 'yes')
  else localStorage.removeItem(RED_KEY)
  const night = storedNight()
  if (night !== null) storeNight(darkOfNights(), night.id)
  applyTheme()
}

function darkOfNights(): Look {
  return areNightsRed() ? 'red' : 'dark'
}

function storeNight(look: Look, id: string): void {
  localStorage.setItem(NIGHT_KEY, `${look} ${id}`)
}
