import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'

/**
 * How a backup is encrypted and authenticated, should it have a passphrase: after this first line come the salt, the
 * nonce, the ciphertext (AES-256-GCM) and its tag. The key is scrypt's of the passphrase and the salt. The first line
 * and the salt are authenticated too.
 */
export const SEALED_LINE = Buffer.from('nana copy 2 sealed\n')

const SALT_BYTES = 16
const NONCE_BYTES = 12
export const TAG_BYTES = 16
/** What stands before the ciphertext. */
export const HEAD_BYTES = SEALED_LINE.length + SALT_BYTES + NONCE_BYTES

/** Takes 64 MB and a fraction of a second, so that guessing passphrases is slow. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 2 ** 20 }

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, SCRYPT, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}

/** Makes what encrypts a backup while it is written. */
export function sealedWith(passphrase: string) {
  return async function* sealed(zipped: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
    const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce)
    cipher.setAAD(Buffer.concat([SEALED_LINE, salt]))
    yield Buffer.concat([SEALED_LINE, salt, nonce])
    for await (const chunk of zipped) yield cipher.update(chunk)
    yield cipher.final()
    yield cipher.getAuthTag()
  }
}

/** Decrypts what lies between head and tag. It throws at the end when a bit of it, or the passphrase, is another. */
export type Unseal = (ciphertext: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>

export async function unsealing(passphrase: string, head: Buffer, tag: Buffer): Promise<Unseal> {
  const salt = head.subarray(SEALED_LINE.length, SEALED_LINE.length + SALT_BYTES)
  const nonce = head.subarray(SEALED_LINE.length + SALT_BYTES)
  const key = await keyOf(passphrase, salt)
  return async function* unsealed(ciphertext) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.concat([SEALED_LINE, salt]))
    decipher.setAuthTag(tag)
    for await (const chunk of ciphertext) yield decipher.update(chunk)
    yield decipher.final()
  }
}
