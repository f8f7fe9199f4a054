import { HttpError } from '../http/errors.ts'

/** Says in Spanish, for whoever typed the command, what the API refuses in English. */
export function messageOf(error: Error): string {
  if (!(error instanceof HttpError)) return error.message
  if (error.code === 'email_exists') return 'Ya hay una cuenta con ese email.'
  if (error.code === 'account_waiting')
    return 'Esa cuenta aún no ha confirmado su email: envíale otra invitación con «invite».'
  if (error.code === 'user_sso_managed')
    return 'Esa cuenta es de una organización: la contraseña la lleva ella.'
  if (error.code === 'over_email_send_rate_limit') return 'Demasiados emails por ahora: prueba más tarde.'
  if (error.code === 'weak_password') return weaknessOf(error)
  if (error.message.startsWith('Password'))
    return 'La contraseña es demasiado larga: 72 caracteres como mucho.'
  return error.code === 'validation_failed' ? 'Ese email no vale.' : `El servidor responde: ${error.message}`
}

function weaknessOf(error: HttpError): string {
  return error.message.includes('easy to guess')
    ? 'La contraseña es demasiado fácil de adivinar.'
    : 'La contraseña es demasiado corta.'
}
