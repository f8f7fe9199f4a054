import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { common } from '../../words/entrance.es.ts'
import { NewPasswordForm } from '../login/NewPasswordForm.tsx'
import { SignInFirst } from './SignInAgain.tsx'

interface PasswordDialogProps {
  open: boolean
  title: string
  email: string
  onClose: () => void
  /** Called instead of `onClose` when the password has changed. */
  onSaved?: () => void
}

/** Asks for another password, and first, of who signed in long ago, for the present one. */
export function PasswordDialog({ open, title, email, onClose, onSaved = onClose }: PasswordDialogProps) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <SignInFirst>
        {(askFirst) => (
          <NewPasswordForm
            email={email}
            onSaved={onSaved}
            onSignInWanted={askFirst}
            cancel={
              <Button variant="quiet" onClick={onClose}>
                {common.cancel}
              </Button>
            }
          />
        )}
      </SignInFirst>
    </Dialog>
  )
}
