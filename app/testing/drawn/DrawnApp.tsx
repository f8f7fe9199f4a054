import { Column } from '../../shell/App.tsx'
import { Shell } from '../../shell/Shell.tsx'
import { Toasts } from '../../ui/overlays/Toast.tsx'
import '../../ui/style/fonts.css'
import '../../ui/style/tokens.css'
import '../../ui/style/base.css'
import '../../ui/style/preferences.css'

/** The app of who is signed in, without what talks to the server. */
export function DrawnApp() {
  return (
    <>
      <Column>
        <Shell isStart />
      </Column>
      <Toasts />
    </>
  )
}
