import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

// A sealed secret is AES-256-GCM, in base64url: 12 bytes of nonce ‖ ciphertext ‖ 16 bytes of tag.
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a secret with a key of 32 bytes. `owner` is bound in: what was sealed for one row opens in no other. */
export function seal(secret: string, key: Buffer, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** Decrypts what `seal` made; null when it was sealed with another key or for another owner, or was changed. */
export function unseal(sealed: string, key: Buffer, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return opened.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + opened.final('utf8')
  } catch {
    return null
  }
}
