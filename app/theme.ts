type Theme = 'light' | 'dark'

const STORAGE_KEY = 'theme'

/** The ground of the face in tokens.css: the phone's status bar continues it. */
const STATUS_BAR: Record<Theme, string> = { light: '#e3f1fa', dark: '#151311' }

function phoneTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function chosenTheme(): Theme | null {
  const stored = localStorage.getItem(STORAGE_KEY)
  return stored === 'light' || stored === 'dark' ? stored : null
}

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

function applyTheme(): void {
  const theme = chosenTheme() ?? phoneTheme()
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', STATUS_BAR[theme])
}

/** Follows the phone until a theme is chosen, here or in another tab. */
export function startTheme(): void {
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  addEventListener('storage', applyTheme)
}

export function toggleTheme(): void {
  localStorage.setItem(STORAGE_KEY, currentTheme() === 'dark' ? 'light' : 'dark')
  applyTheme()
}
