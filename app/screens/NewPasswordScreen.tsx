import type { PasswordDue } from '../session/stored-session.ts'
import { newPassword } from '../words/screens.es.ts'
import { EntranceStep } from './login/EntranceStep.tsx'
import { NewPasswordForm } from './login/NewPasswordForm.tsx'

/** For who came in by the mail of a forgotten password or of an invitation; the session then goes on by itself. */
export function NewPasswordScreen({ due, email }: { due: PasswordDue; email: string }) {
  return (
    <EntranceStep title={newPassword.titles[due]} text={newPassword.texts[due](email)}>
      <NewPasswordForm email={email} autoFocus />
    </EntranceStep>
  )
}
