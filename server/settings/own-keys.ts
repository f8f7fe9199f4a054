import { readFileSync } from 'node:fs'
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import * as v from 'valibot'
import { ConfigError } from './environment.ts'

/** A key of this server. `alg` is the one algorithm it is used with. */
export type OwnJwk = JWK & { kty: string; kid: string; alg: 'ES256' | 'RS256' | 'HS256' }

const text = v.pipe(v.string(), v.nonEmpty())
const optionalText = v.exactOptional(text)
const about = { kid: optionalText, key_ops: v.exactOptional(v.array(v.string())), d: optionalText }

const keySchema = v.variant('kty', [
  v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: text, y: text, ...about }),
  v.object({
    kty: v.literal('RSA'),
    n: text,
    e: text,
    ...about,
    ...v.entriesFromList(['p', 'q', 'dp', 'dq', 'qi'], optionalText),
  }),
  v.object({ kty: v.literal('oct'), k: text, ...about }),
])
const keysSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.array(keySchema),
    v.pipe(
      v.object({ keys: v.array(keySchema) }),
      v.transform(({ keys }) => keys),
    ),
  ]),
)

const ALGORITHMS = { EC: 'ES256', RSA: 'RS256', oct: 'HS256' } as const

/**
 * Parses AUTH_JWT_KEYS: an array of JWKs (or a key set), or the path of a file with one. The key that signs comes
 * first, which is the first private EC or RSA key that its `key_ops` allow to sign. Throws ConfigError without
 * repeating a key.
 */
export async function parseOwnKeys(setting: string): Promise<OwnJwk[]> {
  const content = /^[[{]/.test(setting) ? setting : readKeys(setting)
  const parsed = v.safeParse(keysSchema, content)
  if (!parsed.success) throw refused('debe ser una lista de claves JWK de tipo EC (P-256), RSA u oct')
  const keys = await Promise.all(parsed.output.map(complete))
  const signing = keys.find((key) => canSign(key))
  if (signing === undefined) throw refused('falta una clave privada EC o RSA con la que firmar')
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) throw refused('hay dos claves con el mismo kid')
  return [signing, ...keys.filter((key) => key !== signing)]
}

function readKeys(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw refused('no es una lista de claves JWK ni un archivo que se pueda leer')
  }
}

async function complete(key: v.InferOutput<typeof keySchema>): Promise<OwnJwk> {
  const alg = ALGORITHMS[key.kty]
  try {
    // The key is tried without its `key_ops`, because this server decides what it is used for.
    const { key_ops: _, ...numbers } = key
    await importJWK(numbers, alg)
    // `keySchema` has checked the fields that the type promises.
    return { ...key, alg, kid: key.kid ?? (await calculateJwkThumbprint(key)) } as OwnJwk
  } catch {
    throw refused('una de las claves está dañada')
  }
}

function canSign(key: OwnJwk): boolean {
  return key.alg !== 'HS256' && key.d !== undefined && (key.key_ops?.includes('sign') ?? true)
}

function refused(why: string): ConfigError {
  return new ConfigError(`AUTH_JWT_KEYS no vale: ${why}.`)
}
