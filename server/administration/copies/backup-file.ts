import { createHash } from 'node:crypto'
import { constants, type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { thisUser } from '../../db/database-user.ts'
import { Refusal } from '../accounts.ts'
import { HEAD_BYTES, SEALED_LINE, TAG_BYTES, type Unseal, unsealing } from './backup-seal.ts'

/**
 * The first line of a backup's file. After it come gzipped lines of JSON, and at the end the SHA-256 of everything
 * before, so that a single changed bit is noticed before anything is done with the rest.
 *
 * Of the lines the first is the head. Then each table has a line with its name and columns, and a line for each row,
 * with every value as PostgreSQL writes it as text. The last line counts all rows.
 */
const FIRST_LINE = Buffer.from('nana copy 2\n')
const CHECKSUM_BYTES = 32
/** How gzip begins. The first backups were nothing but gzipped lines, without a checksum of the whole. */
const GZIP = Buffer.from([0x1f, 0x8b])

/** What the head of a backup names as its format. */
export const BACKUP_FORMAT = 'nana backup 2'

const headSchema = v.object({
  format: v.picklist([BACKUP_FORMAT, 'nana backup 1']),
  /** When the backup was made, as RFC 3339. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  versions: v.array(v.string()),
})
const lineSchema = v.union([
  v.array(v.nullable(v.string())),
  v.object({ table: v.string(), columns: v.array(v.string()) }),
  v.object({ rows: v.number() }),
])

export type BackupHead = v.InferOutput<typeof headSchema>
type BackupLine = v.InferOutput<typeof lineSchema>

/** A backup that was read to its end once, and is whole. */
export interface Backup {
  file: string
  /** False when it has no passphrase, so that nothing proves who wrote it. */
  isSealed: boolean
  head: BackupHead
  /** How many rows it says that it has, and has. */
  rows: number
  /** Every line after the head. */
  lines(): AsyncGenerator<BackupLine>
  close(): Promise<void>
}

/** Puts what belongs before and after the gzipped lines around them. */
export async function* framed(zipped: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(FIRST_LINE)
  yield FIRST_LINE
  for await (const chunk of zipped) {
    hash.update(chunk)
    yield chunk
  }
  yield hash.digest()
}

/**
 * Opens a backup and reads all of it. Throws a Refusal when it is damaged, or no backup at all, or doesn't open with
 * this passphrase.
 */
export async function openBackup(file: string, passphrase: string | null = null): Promise<Backup> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw unreadable(error, file)
  })
  try {
    const body = await bodyOf(handle, file, passphrase)
    return {
      file,
      isSealed: body.unseal !== null,
      ...(await check(handle, body, file)),
      lines: async function* () {
        let isHead = true
        for await (const text of linesOf(handle, body)) {
          if (!isHead) yield v.parse(lineSchema, JSON.parse(text))
          isHead = false
        }
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw unreadable(error, file)
  }
}

/** Whether a file begins as a backup does, encrypted or not. A file that can't be read counts as none. */
export async function isBackup(file: string): Promise<boolean> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  if (handle === null) return false
  try {
    const first = await bytesOf(handle, 0, SEALED_LINE.length)
    return begins(first, FIRST_LINE) || begins(first, SEALED_LINE)
  } catch {
    return false
  } finally {
    await handle.close()
  }
}

/** The part of a file that is gzipped. Its end is the first byte after it. */
interface Body {
  start: number
  end: number
  /** Null when it isn't encrypted. */
  unseal: Unseal | null
}

async function bodyOf(handle: FileHandle, file: string, passphrase: string | null): Promise<Body> {
  const found = await handle.stat()
  // Reading from a device or a pipe might never end, and can't be done twice.
  if (!found.isFile()) throw new Refusal(`${file} no es un fichero.`)
  const { size } = found
  const first = await bytesOf(handle, 0, Math.min(size, HEAD_BYTES))
  if (begins(first, GZIP)) return { start: 0, end: size, unseal: null }
  if (begins(first, SEALED_LINE)) return await sealedBody(handle, file, passphrase, first, size)
  const body = { start: FIRST_LINE.length, end: size - CHECKSUM_BYTES, unseal: null }
  if (!begins(first, FIRST_LINE) || body.end < body.start) throw damaged(file)
  const hash = createHash('sha256')
  for await (const chunk of bytesFrom(handle, 0, body.end)) hash.update(chunk)
  if (!hash.digest().equals(await bytesOf(handle, body.end, CHECKSUM_BYTES))) throw damaged(file)
  return body
}

async function sealedBody(
  handle: FileHandle,
  file: string,
  passphrase: string | null,
  head: Buffer,
  size: number,
): Promise<Body> {
  const end = size - TAG_BYTES
  if (end < HEAD_BYTES) throw damaged(file)
  if (passphrase === null) {
    throw new Refusal(
      `${file} está cifrado: pon su clave en BACKUP_PASSPHRASE, o el fichero que la tiene en BACKUP_KEY_FILE.`,
    )
  }
  const unseal = await unsealing(passphrase, head, await bytesOf(handle, end, TAG_BYTES))
  const body = { start: HEAD_BYTES, end, unseal }
  try {
    for await (const chunk of gzipped(handle, body)) void chunk
  } catch (error) {
    // The cipher has one error for whatever is wrong; the system's have codes of their own.
    if (isSystemError(error)) throw error
    throw new Refusal(`${file} no se abre con esta clave, o está dañado.`)
  }
  return body
}

function begins(bytes: Buffer, expected: Buffer): boolean {
  return bytes.subarray(0, expected.length).equals(expected)
}

/** Reads every line once, so that nothing is done with a backup whose last line is wrong. */
async function check(handle: FileHandle, body: Body, file: string): Promise<Pick<Backup, 'head' | 'rows'>> {
  let head: BackupHead | null = null
  let columns: number | null = null
  let rows = 0
  let ended = false
  for await (const text of linesOf(handle, body)) {
    const json: unknown = JSON.parse(text)
    if (head === null) {
      head = v.parse(headSchema, json)
      continue
    }
    const line = v.parse(lineSchema, json)
    if (ended) throw damaged(file)
    if (Array.isArray(line)) {
      if (line.length !== columns) throw damaged(file)
      rows += 1
    } else if ('table' in line) columns = line.columns.length
    else {
      if (line.rows !== rows) throw incomplete(file)
      ended = true
    }
  }
  if (head === null || !ended) throw incomplete(file)
  return { head, rows }
}

async function* linesOf(handle: FileHandle, body: Body): AsyncGenerator<string> {
  const unzipped = createGunzip()
  // An error of either stream ends the other one, and so arrives in the loop below.
  pipeline(Readable.from(gzipped(handle, body)), unzipped).catch(() => undefined)
  const decoder = new StringDecoder('utf8')
  let begun = ''
  for await (const chunk of unzipped) {
    const lines = `${begun}${decoder.write(chunk)}`.split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
  if (begun !== '') yield begun
}

const CHUNK_BYTES = 65_536

function gzipped(handle: FileHandle, { start, end, unseal }: Body): AsyncGenerator<Buffer> {
  const bytes = bytesFrom(handle, start, end)
  return unseal === null ? bytes : unseal(bytes)
}

async function* bytesFrom(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += CHUNK_BYTES) {
    yield await bytesOf(handle, at, Math.min(CHUNK_BYTES, end - at))
  }
}

async function bytesOf(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
  return buffer.subarray(0, bytesRead)
}

function damaged(file: string): Refusal {
  return new Refusal(`${file} no es una copia de este programa, o está dañado.`)
}

function incomplete(file: string): Refusal {
  return new Refusal(`${file} está incompleto.`)
}

/** Turns what the system says of a file that was to be read into a sentence about it. */
export function unreadable(error: unknown, file: string): unknown {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return new Refusal(`No existe ${file}.`)
  if (code === 'EACCES') {
    return new Refusal(
      `No se puede leer ${file}: el usuario «${thisUser()}» no tiene permiso. Ponlo en una carpeta donde pueda entrar, y dáselo con chown.`,
    )
  }
  if (isSystemError(error)) return new Refusal(`No se puede leer ${file} (${code}).`)
  return code.startsWith('Z_') || error instanceof SyntaxError || v.isValiError(error) ? damaged(file) : error
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code))
}
