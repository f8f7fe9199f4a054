import type { SecurityEvent } from '../log/security-events.ts'
import type { SecurityLogRow } from '../log/security-log.ts'

const WORDS: Readonly<Record<SecurityEvent, string>> = {
  signed_in: 'Ha entrado',
  signed_out: 'Ha salido',
  sign_in_refused: 'Entrada rechazada',
  refresh_refused: 'Sesión no renovada',
  code_refused: 'Código o enlace rechazado',
  change_refused: 'Cambio de cuenta rechazado',
  access_refused: 'Acceso a datos rechazado',
  guessing_locked: 'Demasiados intentos: bloqueado',
  refresh_token_reused: 'Token de sesión usado dos veces: sesión cerrada',
  sessions_ended: 'Sesiones cerradas',
  factor_added: 'Segundo factor puesto',
  factor_removed: 'Segundo factor quitado',
  recovery_code_used: 'Código de recuperación usado',
  change_disowned: 'Cambio no reconocido por su dueño: cuenta cerrada a todos',
  invitations_voided: 'Invitaciones de su familia anuladas',
  identities_removed: 'Entradas por otro servicio quitadas',
  password_changed: 'Contraseña cambiada',
  address_changed: 'Email cambiado',
  account_closed: 'Cuenta desactivada',
  account_reopened: 'Cuenta activada',
  account_deleted: 'Cuenta borrada',
  admin_call: 'Llamada de administración',
  admin_refused: 'Administración rechazada',
  command: 'Orden de administración',
  console_command: 'Orden desde la consola',
  copy_made: 'Copia hecha',
  copy_failed: 'Copia que ha fallado',
  server_error: 'Fallo del servidor',
  disk_full: 'Disco lleno',
}

/** The events as a person reads them, the newest last. */
export function securityLogText(rows: readonly SecurityLogRow[]): string {
  if (rows.length === 0) return 'No hay nada en el registro de seguridad.'
  return rows.map(lineOf).join('\n')
}

function lineOf({ at, event, account_id, address, request_id, detail, times }: SecurityLogRow): string {
  const said: string = Object.hasOwn(WORDS, event) ? WORDS[event as SecurityEvent] : event // asked just before
  const parts = [
    `${at.slice(0, 19).replace('T', ' ')} UTC`,
    `${said}${detail === null ? '' : ` (${detail})`}${times === 1 ? '' : ` × ${times}`}`,
    ...(account_id === null ? [] : [`cuenta ${account_id}`]),
    ...(address === null ? [] : [`desde ${address}`]),
    ...(request_id === null ? [] : [`petición ${request_id}`]),
  ]
  return parts.join('  ')
}
