import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { loadShell } from './load-shell.ts'
import { startTheme } from './theme.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/preferences.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has lost its #root')

startTheme()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// Behind the first paint: whoever signs in finds the rest already here, even if the network goes in between.
addEventListener('load', () => setTimeout(loadShell))
