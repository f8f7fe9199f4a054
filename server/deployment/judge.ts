import type { Config } from '../settings/config.ts'
import { ALL_AS_ONE } from '../settings/proxy-settings.ts'
import { isThisMachine } from '../settings/this-machine.ts'

/** What of this machine the settings don't say. */
export interface Facts {
  /** What is printed goes to somebody who reads along, and is kept nowhere. */
  isTerminal: boolean
  /** Why the process is still root, in Spanish; null where it isn't. */
  staysRoot: string | null
  /** The process is the user that others of the machine's services are, too. */
  isNobody: boolean
  /** How full the disk with the data is; null where that can't be told. */
  disk: { freeBytes: number; totalBytes: number } | null
}

type Judge = (config: Config, facts: Facts) => string | null

/** With less of the disk left than this, an administrator has to do something soon. */
const LEAST_FREE_SHARE = 0.1

/** These speak up wherever the server is, because somebody has set by hand what they are about. */
const WHEREVER_IT_IS: readonly Judge[] = [plainDatabase, plainMail, unprovedAddresses]

/** These are about a server that families use: whoever only tries it on their own machine is left alone. */
const WHERE_OTHERS_COME: readonly Judge[] = [
  (_config, { staysRoot }) => staysRoot,
  sharedUser,
  plainAddress,
  untoldProxy,
  noMails,
  nobodyAnswers,
  fullDisk,
]

/** Answers in Spanish what is wrong with how the server is set up: one line for each, with what to do about it. */
export function judgeDeployment(config: Config, facts: Facts): string[] {
  const judges = [...(isForOneMachine(config) ? [] : WHERE_OTHERS_COME), ...WHEREVER_IT_IS]
  return judges.flatMap((judge) => judge(config, facts) ?? [])
}

/** A container listens to all, so the address that was set goes before the one it listens on. */
function isForOneMachine({ isSiteUrlSet, siteUrl, host }: Config): boolean {
  if (!isSiteUrlSet) return isThisMachine(host)
  const { hostname } = new URL(siteUrl)
  return isThisMachine(hostname) || hostname.endsWith('.localhost')
}

function sharedUser(_config: Config, { isNobody }: Facts): string | null {
  if (!isNobody) return null
  return 'El servidor corre como «nobody», y otros programas que también son «nobody» pueden leer sus claves. Créale un usuario con «useradd --system nana» y arráncalo con él.'
}

function plainAddress({ siteUrl, host, isSiteUrlSet }: Config): string | null {
  if (siteUrl.startsWith('https:')) return null
  const where = isSiteUrlSet ? `SITE_URL=${siteUrl}` : `HOST=${host}`
  return `Con ${where} las contraseñas y el diario cruzan la red sin cifrar, y los navegadores no dejan usar la app sin conexión. Pon delante un proxy con https, y en SITE_URL su dirección.`
}

/** Families come by https and this server speaks none, so that something else must be doing it. */
function untoldProxy({ trustedIpHeader, siteUrl }: Config): string | null {
  if (trustedIpHeader !== null || !siteUrl.startsWith('https:')) return null
  return `${siteUrl} llega por un proxy. ${ALL_AS_ONE} Pon en ella la cabecera en la que ese proxy dice la dirección de cada persona.`
}

function plainDatabase({ hosted, isDatabasePlain }: Config): string | null {
  if (hosted !== null || !isDatabasePlain) return null
  return 'DATABASE_INSECURE=on: la clave y los datos de las familias van hasta la base de datos sin cifrar, o sin comprobar quién contesta. Si esa red no es solo tuya, quítala y añade «?sslmode=verify-full» a cada dirección de la base de datos.'
}

function plainMail({ hosted, mail: { smtpUrl, requireTls } }: Config): string | null {
  if (hosted !== null || requireTls || smtpUrl === null || !smtpUrl.startsWith('smtp:')) return null
  if (isThisMachine(new URL(smtpUrl).hostname)) return null
  return 'SMTP_INSECURE=on: los emails, con enlaces que abren cuentas, y la clave de SMTP_URL pueden ir sin cifrar. Usa smtps://, o quita SMTP_INSECURE si ese servidor de correo ofrece STARTTLS.'
}

function noMails({ hosted, isSiteUrlSet, mail }: Config, { isTerminal }: Facts): string | null {
  if (hosted !== null || !isSiteUrlSet || mail.smtpUrl !== null || mail.dir !== null) return null
  const sent =
    'Sin SMTP_URL no sale ningún email: nadie recibe invitaciones ni puede recuperar su contraseña.'
  const how = 'Pon en SMTP_URL la dirección que te da tu proveedor de correo'
  if (isTerminal || !mail.mayPrint) return `${sent} ${how}.`
  return `${sent} Además se escriben en este registro, y quien lo lea puede entrar con sus enlaces y códigos. ${how}, o MAIL_PRINT=off para que no se escriban.`
}

/** A stranger may sign up with somebody's address, and keep the password when its owner comes by a provider. */
function unprovedAddresses({ hosted, auth }: Config): string | null {
  const { signup, familyInvites, emailConfirmation, oidc } = auth
  if (hosted !== null || emailConfirmation || oidc.size === 0 || !(signup || familyInvites)) return null
  return 'Con un proveedor y AUTH_SIGNUP=on o AUTH_FAMILY_INVITES=on (así de fábrica), quien se dé de alta o venga invitado puede usar el email de otra persona y entrar con su contraseña cuando ella llegue por el proveedor. Pon también AUTH_EMAIL_CONFIRMATION=on.'
}

function nobodyAnswers({ brand }: Config): string | null {
  if (brand.privacy !== undefined) return null
  return 'brand.json no dice quién responde de los datos («privacy»), y no se pide consentimiento a nadie. Dilo ahí (docs/privacy.md).'
}

function fullDisk({ hosted, databaseUrl, dataDir }: Config, { disk }: Facts): string | null {
  if (hosted !== null || databaseUrl !== null || disk === null) return null
  const share = disk.freeBytes / disk.totalBytes
  if (share >= LEAST_FREE_SHARE) return null
  const gigabytes = (disk.freeBytes / 1024 ** 3).toLocaleString('es-ES', { maximumFractionDigits: 1 })
  return `En el disco de ${dataDir} queda libre el ${Math.floor(share * 100)} % (${gigabytes} GB). Haz sitio antes de que se llene: entonces no se guarda nada más.`
}
