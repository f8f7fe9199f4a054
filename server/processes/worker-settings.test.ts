import { expect, it } from 'vitest'
import { workerSettings } from './worker-settings.ts'

it('a process that joins the database isn’t told who owns it and the password, wherever they stand', () => {
  const env = {
    DATABASE_URL: 'postgres://ana:secreta@pooler.example:6432/nana?sslmode=verify-full',
    DATABASE_DIRECT_URL:
      ' postgresql://db.example/nana?user=ana&password=secreta&sslrootcert=%2Fetc%2Fca.pem ',
    DATABASE_REPLICA_URL: '',
    PORT: '8000',
  }
  expect(workerSettings(env)).toEqual({
    DATABASE_URL: 'postgres://pooler.example:6432/nana?sslmode=verify-full',
    DATABASE_DIRECT_URL: 'postgresql://db.example/nana?sslrootcert=%2Fetc%2Fca.pem',
  })
})

it('nor what copies are encrypted with, which another user may not even be let read', () => {
  expect(
    workerSettings({ BACKUP_PASSPHRASE: ' una clave secreta ', BACKUP_DIR: '/var/backups/nana' }),
  ).toEqual({ BACKUP_PASSPHRASE: '' })
  expect(workerSettings({ BACKUP_KEY_FILE: '/root/nana.key' })).toEqual({ BACKUP_KEY_FILE: '' })
})
