import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { ConfigError } from './environment.ts'
import { PACKAGE_ROOT } from './paths.ts'

const TEXT = 'debe ser un texto, y no vacío'
const MISSING = 'falta, o es de otro tipo'

const text = v.pipe(v.string(TEXT), v.nonEmpty(TEXT))
const link = v.pipe(text, v.url('debe ser una dirección web'))
const path = v.pipe(text, v.startsWith('/', 'debe empezar por «/»'))

const email = v.pipe(text, v.email('debe ser un email'))

const privacySchema = v.object(
  {
    /** Who answers for the data, as a person or a company is called in law. */
    name: text,
    /** Where they are reached by letter. */
    address: v.optional(text),
    email,
    /** How the data-protection officer is reached, where there is one. */
    officer: v.optional(text),
    /** The day of the text that people agree to: another day asks them again. */
    version: v.pipe(text, v.check(isDay, 'debe ser una fecha, como 2025-11-23')),
  },
  MISSING,
)

const brandSchema = v.object(
  {
    product: text,
    provider: text,
    supportEmail: email,
    links: v.object(
      { web: link, blog: link, contact: link, services: link, courses: link, instagram: link },
      MISSING,
    ),
    /** The paths of the logo for each theme, below the app's own address. */
    logos: v.object({ light: path, dark: path }, MISSING),
    /** Whose consent text it is. Without it nobody is asked for a consent. */
    privacy: v.optional(privacySchema),
  },
  MISSING,
)
const fileSchema = v.pipe(v.string(), v.parseJson(undefined, 'no es JSON'), brandSchema)

/** The names, links, support address and logos of the product, which brand.json sets for everything. */
export type Brand = v.InferOutput<typeof brandSchema>

/** Reads brand.json. Throws, in Spanish, with the name of a field that is wrong, or of a file that can't be read. */
export function loadBrand(file: string = join(PACKAGE_ROOT, 'brand.json')): Brand {
  const parsed = v.safeParse(fileSchema, textOf(file))
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`brand.json: «${v.getDotPath(issue) ?? 'raíz'}» no vale (${issue.message}).`)
}

/** In a container it is a file of the host's, where the server's user is a stranger. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: 'no existe',
      EISDIR: 'es una carpeta, y tiene que ser un fichero',
      EACCES: `el usuario ${process.geteuid?.()} no tiene permiso`,
    }
    throw new ConfigError(`${file} no se puede leer: ${reasons[code] ?? code}.`, { cause })
  }
}

/** The database takes the same years for the version of a consent. */
function isDay(value: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(value) || value < '2020') return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
