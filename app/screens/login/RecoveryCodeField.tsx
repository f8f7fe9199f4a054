import type { ComponentProps } from 'react'
import { settings } from '../../device/settings.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { FailedResult } from '../../wire/failures.ts'
import { secondFactor as words } from '../../words/screens.es.ts'

/** A hosted project has no recovery codes. */
export const HAS_RECOVERY_CODES = settings.supabaseUrl === ''

/** Takes one of the codes on paper that stand in for those of the second factor. */
export function RecoveryCodeField(
  props: Pick<ComponentProps<typeof TextField>, 'ref' | 'readOnly' | 'autoFocus' | 'value' | 'onChange'>,
) {
  return (
    <TextField
      label={words.recoveryField}
      name="recovery-code"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      {...props}
    />
  )
}

/** A failure as it is said of a recovery code, for which nobody looks in the application. */
export function ofRecoveryCode(failed: FailedResult): Pick<FailedResult, 'code' | 'message'> {
  return failed.code === 'mfa_verification_failed' ? { code: null, message: words.wrongRecovery } : failed
}
