import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
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
