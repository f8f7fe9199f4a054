import { givenName } from '../../../core/baby/age.ts'
import {
  addDays,
  type LocalDate,
  localDateAt,
  localTimeAt,
  longDate,
  MINUTE_MS,
  type TimeZone,
} from '../../../core/time/time.ts'
import { theHour } from '../screens.es.ts'

// The words about who else sees the diary. They load with the parts that say them, after the first screen.

type GrantedRole = 'carer' | 'viewer' | 'consultant'

/** The baby's name in a sentence, or what stands for one that nobody has given. */
export const babyIn = (name: string | null, unnamed: string) => (name && givenName({ name })) || unnamed

const ROLES: Readonly<Record<GrantedRole, string>> = {
  carer: 'Cuida y anota',
  viewer: 'Solo mira',
  consultant: 'Profesional: solo mira',
}

/** Says a role inside a sentence. */
const roleIn = (role: GrantedRole) => ROLES[role].replace(/^./, (first) => first.toLowerCase())

/** A day as it is said after «el»; this year's without its year. @example dayOf('2025-11-03', '2025-11-25') */
export function dayOf(date: LocalDate, today: LocalDate): string {
  const said = longDate(date)
  return date.slice(0, 4) === today.slice(0, 4) ? said.replace(/ de \d+$/, '') : said
}

/** Says a day, such as «hoy», «ayer», «mañana» or «el 3 de noviembre». */
export function dayText(instant: string, now: number, zone: TimeZone): string {
  const [date, today] = [localDateAt(Date.parse(instant), zone), localDateAt(now, zone)]
  if (date === today) return 'hoy'
  if (date === addDays(today, -1)) return 'ayer'
  return date === addDays(today, 1) ? 'mañana' : `el ${dayOf(date, today)}`
}

/** Says the last day of an access: one that ends as a day begins was good for the whole day before. */
export function untilText(instant: string, now: number, zone: TimeZone): string {
  return dayText(new Date(Date.parse(instant) - 1).toISOString(), now, zone)
}

/** Says a day as `dayText` does, today with its hour: «hoy a las 19:40». */
export function whenText(instant: string, now: number, zone: TimeZone): string {
  const day = dayText(instant, now, zone)
  const time = localTimeAt(Date.parse(instant), zone)
  return day === 'hoy' ? `hoy a ${theHour(time)}` : day
}

/** A phone in use is noted once an hour, so that somebody may have stayed for so long after it. */
const SEEN_EVERY_MS = 60 * MINUTE_MS

/** Says when an account was here last, as exactly as that is known; null: never. */
export function lastSeenText(instant: string | null, now: number, zone: TimeZone): string {
  if (instant === null) return 'Todavía no ha entrado'
  if (now - Date.parse(instant) < SEEN_EVERY_MS) return 'Última vez: hace menos de una hora'
  return `Última vez: ${whenText(instant, now, zone).replace(' a ', ' hacia ')}`
}

export const roleChoice = {
  legend: '¿Qué podrá hacer?',
  options: {
    carer: { label: ROLES.carer, hint: 'Ve el diario y apunta siestas, noches y tomas, como tú.' },
    viewer: { label: ROLES.viewer, hint: 'Ve el diario y el gráfico. No puede cambiar nada.' },
    consultant: {
      label: 'Profesional que nos asesora',
      hint: 'Puede proponerte otro plan. Cada día que mire, quedará apuntado qué miró.',
    },
  } satisfies Record<GrantedRole, { label: string; hint: string }>,
} as const

export const carers = {
  title: (baby: string | null) => `Quién cuida de ${babyIn(baby, 'tu bebé')}`,
  nobody:
    'De momento, solo tú. Puedes invitar a quien también cuida: cada persona entra con su propia cuenta.',
  unknown: 'No se ha podido cargar quién tiene acceso.',
  people: 'Quién está dentro',
  invitations: 'Invitaciones sin usar',
  role: (role: GrantedRole) => ROLES[role],
  since: (day: string) => `desde ${day}`,
  until: (day: string) => `hasta ${day}`,
  expires: (day: string) => `caduca ${day}`,
  end: 'Quitar el acceso',
  endOf: (name: string) => `Quitar el acceso a ${name}`,
  ending: 'Quitando...',
  change: 'Cambiar',
  changeOf: (name: string) => `Cambiar lo que puede hacer ${name}`,
  withdraw: 'Retirar',
  withdrawOf: (name: string) => `Retirar la invitación de ${name}`,
  withdrawTitle: (name: string) => `¿Retirar la invitación de ${name}?`,
  withdrawText: 'El enlace dejará de valer. Siempre puedes hacer otro.',
  withdrawn: 'Invitación retirada',
  invite: 'Invitar a alguien',
  history: 'Qué ha pasado',
  failed: 'No se ha podido hacer',
  full: 'No caben más invitaciones por ahora. Retira alguna que no se haya usado, o espera a mañana.',
  again: 'Vuelve a probar dentro de un momento.',
} as const

export const inviting = {
  title: 'Invitar a alguien',
  name: 'Su nombre en casa',
  nameHint: 'Abuela, Papá, Marta… Así saldrá junto a lo que anote.',
  professional: '¿Cómo se llama?',
  professionalHint: 'Con ese nombre quedará apuntado, cada día que mire, qué miró.',
  until: '¿Hasta cuándo?',
  untilHint: 'Ese día se acaba solo. Antes, puedes quitarle el acceso con un toque.',
  own: '¿Y a ti? (opcional)',
  ownHint: 'Así verán quién anotó qué.',
  submit: 'Crear la invitación',
  submitting: 'Creando...',
  failed: 'No se ha podido invitar',
  ownNotSaved: 'La invitación está hecha, pero no se ha podido guardar tu nombre.',
  made: (name: string) => `Invitación para ${name}`,
  madeText:
    'Mándale el enlace, o deja que escanee el código con la cámara. Vale siete días y para una sola persona.',
  qrCode: 'Código QR de la invitación',
  link: 'Enlace de la invitación',
  once: 'No volverá a salir: si se pierde, retira la invitación y haz otra.',
  share: 'Compartir',
  shareTitle: (baby: string | null) => `El diario de ${babyIn(baby, 'nuestro bebé')}`,
  shareText: (baby: string | null) => `Te invito al diario de sueño de ${babyIn(baby, 'nuestro bebé')}:`,
  notShared: 'No se ha podido compartir. Copia el enlace.',
  copy: 'Copiar enlace',
  copied: 'Copiado',
  copiedSaid: 'Enlace copiado',
  notCopied: 'No se ha podido copiar. Mantén pulsado sobre el enlace.',
  done: 'Listo',
  lostTitle: '¿Cerrar sin mandar el enlace?',
  lostText:
    'No lo has copiado ni compartido, y no volverá a salir. Si ya han escaneado el código, puedes cerrar.',
  lose: 'Cerrar',
} as const

export const changingPerson = {
  name: 'Su nombre en casa',
  save: 'Guardar',
  saving: 'Guardando...',
  saved: 'Guardado',
  failed: 'No se ha podido guardar',
  end: 'Quitar el acceso',
  endTitle: (name: string) => `¿Quitar el acceso a ${name}?`,
  endText: (name: string) =>
    `Su teléfono dejará de ver el diario en cuanto tenga red. Lo que ${name} ha anotado se queda.`,
  ended: (name: string) => `${name} ya no ve el diario`,
  endedDetail: 'Si cambias de idea, puede volver a pedírtelo.',
  notEnded: 'No se ha podido quitar',
} as const

type EventText = (name: string, role: GrantedRole, provider: string, isIn: boolean) => string

const EVENTS: Readonly<Record<string, EventText>> = {
  invited: (name, role) => `Invitaste a ${name} (${roleIn(role)})`,
  withdrawn: (name) => `Retiraste la invitación de ${name}`,
  voided: (name) => `La invitación de ${name} se anuló por seguridad`,
  joined: (name, role) =>
    role === 'consultant' ? `Diste acceso a ${name} (profesional)` : `${name} entró (${roleIn(role)})`,
  changed: (name, role) => `Cambiaste lo que puede hacer ${name}: ${roleIn(role)}`,
  ended: (name) => `Quitaste el acceso a ${name}`,
  left: (name) => `${name} dejó el diario`,
  asked: (name, _role, provider, isIn) =>
    `${provider} (${name}) pidió ${isIn ? 'seguir viendo' : 'ver'} el diario`,
  refused: (name, _role, _provider, isIn) => `No le diste ${isIn ? 'más tiempo' : 'acceso'} a ${name}`,
  supported: (name) => `${name} cambió tu acompañamiento`,
}

const PARTS: Readonly<Record<string, string>> = {
  summary: 'el resumen',
  diary: 'el diario',
  week: 'el gráfico',
  trend: 'la evolución',
  plan: 'el plan',
  printed: 'el diario en papel',
  report: 'el informe',
}

/** Lists as one says it. @example 'el resumen, el diario y el gráfico' */
function listText(texts: readonly string[]): string {
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} y ${last}`
}

export const accessHistory = {
  title: 'Qué ha pasado',
  /** @param isIn they were in when it happened, or are since. */
  event: (event: string, name: string, role: GrantedRole, provider: string, isIn: boolean) =>
    EVENTS[event]?.(name, role, provider, isIn) ?? name,
  renamed: (before: string, name: string, role: GrantedRole) =>
    `${before} pasó a llamarse ${name} (${roleIn(role)})`,
  /** What a professional looked at on one day. */
  viewed: (name: string, parts: readonly string[]) =>
    `${name} vio ${listText(Object.keys(PARTS).flatMap((part) => (parts.includes(part) ? (PARTS[part] ?? []) : [])))}`,
  until: (day: string) => `con acceso hasta ${day}`,
  nothing: 'Todavía no ha pasado nada: aún no has invitado a nadie.',
  failed: 'No se ha podido cargar lo que ha pasado',
} as const

/** Said to somebody who was let in by another account's family. */
export const guest = {
  title: (baby: string | null) => `El diario de ${babyIn(baby, 'este bebé')}`,
  whose: (owner: string | null) =>
    owner === null ? 'Es de otra familia, que te ha invitado.' : `Es de ${owner}, que te ha invitado.`,
  may: {
    carer: 'Puedes verlo y anotar. Lo que anotes lleva tu nombre.',
    viewer: 'Puedes verlo, sin cambiar nada.',
  },
  until: (day: string) => `Tienes acceso hasta ${day}.`,
  leave: 'Dejar este diario',
  leaveTitle: '¿Dejar este diario?',
  leaveText: (isUnsent: boolean) =>
    `Dejarás de verlo en todos tus móviles. Para volver hará falta otra invitación. ${
      isUnsent
        ? 'Hay cambios sin enviar: si lo dejas ahora, la familia no los tendrá, y tú solo podrás guardar en un archivo lo que anotaste.'
        : 'Lo que has anotado se queda.'
    }`,
  notLeft: 'No se ha podido dejar',
} as const

/** Of the page that an invitation's link leads to. */
export const invitation = {
  looking: { title: 'Una invitación', text: 'Un momento...' },
  title: (owner: string | null, baby: string | null, role: GrantedRole) => {
    const invites = owner === null ? 'Te invitan' : `${owner} te invita`
    return role === 'carer'
      ? `${invites} a cuidar de ${babyIn(baby, 'su bebé')}`
      : `${invites} a ver el sueño de ${babyIn(baby, 'su bebé')}`
  },
  app: (product: string) => `${product} es una app para anotar cómo duerme un bebé.`,
  may: {
    carer: 'Verás su diario y podrás apuntar siestas, noches y tomas.',
    viewer: 'Verás su diario y su gráfico, sin cambiar nada.',
    consultant:
      'Es para profesionales de {provider}: verán el diario, el gráfico y los planes desde la consola, sin cambiar nada.',
  } satisfies Record<GrantedRole, string>,
  seen: 'Quien te invita verá tu email.',
  until: (day: string) => `Tendrás acceso hasta ${day}.`,
  expires: (day: string) => `La invitación caduca ${day}.`,
  enterAs: (email: string) => `Entrar como ${email}`,
  entering: 'Entrando...',
  notEntered: 'No se ha podido entrar.',
  haveAccount: 'Ya tengo cuenta',
  signInFirst: 'Entra con tu cuenta',
  signInFirstDetail: 'La invitación te espera: al entrar verás el diario.',
  makeAccount: 'Crear mi cuenta',
  leave: 'Ahora no',
  entered: 'Ya tienes el diario',
  enteredDetail: (baby: string | null) => `Este es el de ${babyIn(baby, 'su bebé')}.`,
  offline: 'Sin conexión. La invitación sigue valiendo: vuelve a probar cuando haya red.',
  again: 'Vuelve a probar dentro de un momento.',
  unheard: { title: 'No se ha podido abrir', retry: 'Volver a probar' },
  gone: {
    title: 'Esta invitación ya no vale',
    text: 'Cada enlace vale siete días y para una sola persona, y este ya se usó, se retiró o ha caducado. Pide otro a quien te invitó.',
  },
  staff: {
    title: 'Esta invitación es para profesionales',
    text: 'Solo vale con la cuenta de un profesional de {provider}, después de entrar con su código de verificación. Si eres de la familia, pide una invitación para cuidar o para mirar.',
  },
  console: {
    title: 'Ya tienes el diario en la consola',
    text: 'Las familias que asesoras no salen aquí: las tienes todas en la consola.',
    open: 'Abrir la consola',
  },
  own: {
    title: 'Esta invitación la has hecho tú',
    text: 'Es para otra persona: mándale el enlace. Tu diario ya lo tienes aquí.',
  },
  inside: {
    title: 'Ya estás en este diario',
    text: 'La invitación es para otra persona, y le sigue valiendo. Para ti no cambia nada.',
  },
} as const

/** Of the account that somebody makes by an invitation. */
export const signingUp = {
  title: 'Crea tu cuenta',
  text: 'Con tu email y una contraseña entrarás en cualquier móvil.',
  email: 'Email',
  password: 'Contraseña nueva',
  submit: 'Crear mi cuenta',
  submitting: 'Creando...',
  back: 'Volver',
  refusals: {
    user_already_exists: 'Ese email ya tiene cuenta. Vuelve atrás y elige «Ya tengo cuenta».',
    email_exists: 'Ese email ya tiene cuenta. Vuelve atrás y elige «Ya tengo cuenta».',
    signup_disabled: 'Con esta invitación no se puede crear una cuenta. Pide otra a quien te invitó.',
  },
  mailed: 'Mira tu email',
  mailedText: (email: string) =>
    `Te hemos enviado un enlace a ${email}. Ábrelo en este móvil y entrarás en el diario. Si no llega, quizá ya tengas cuenta: entra con ella.`,
} as const
