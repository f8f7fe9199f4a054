import { expect, it } from 'vitest'
import { ADMIN_COMMAND, adminCommandAt } from './paths.ts'

it('tells an administrator the command that is there: the package’s own, or else npm’s', () => {
  expect(adminCommandAt('/usr/lib/nana')).toBe('nana-admin')
  expect(ADMIN_COMMAND).toBe('npm run admin --')
})
