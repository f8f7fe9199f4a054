import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTheme } from '../device/theme.ts'
import { watchAccountEnd } from '../leaving/account-end.ts'
import { watchLeaving } from '../leaving/sign-out-or-say.ts'
import { watchBack } from '../navigation/browser-history.ts'
import { startAuth } from '../session/remote-auth.ts'
import { restoreSession, storedSession } from '../session/stored-session.ts'
import { startFont } from '../ui/style/font.ts'
import { hearOfMissingParts } from '../update/missing-parts.ts'
import { Console } from './Console.tsx'
import '../ui/style/fonts.css'
import '../ui/style/tokens.css'
import '../ui/style/base.css'
import '../ui/style/preferences.css'

const root = document.getElementById('root')
if (root === null) throw new Error('consola.html has lost its #root')

hearOfMissingParts('/consola')
startTheme()
startFont()
watchBack()
// Here each page has an address of its own, and the browser knows how far it was scrolled.
history.scrollRestoration = 'auto'
void start(root)

/** The session is the same as the app's on this computer: who is signed in there is so here. */
async function start(root: HTMLElement): Promise<void> {
  await restoreSession()
  watchAccountEnd()
  await watchLeaving()
  if (storedSession() !== null) void startAuth()
  createRoot(root).render(
    <StrictMode>
      <Console />
    </StrictMode>,
  )
}
