import { hkdfSync } from 'node:crypto'

/** Seals the secrets of second factors. Derived, so that the server's secret itself encrypts nothing. */
export function factorKey(jwtSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'nana factor secrets', 32))
}
