import { expect, it } from 'vitest'
import { ADMIN_COMMAND, adminCommandAt } from './paths.ts'

it('tells an administrator the command that is there: the service’s own, or else npm’s', () => {
  for (const folder of ['/usr/lib/nana', '/opt/nana-0.1.0', '/opt/nana']) {
    expect(adminCommandAt(folder)).toBe('nana-admin')
  }
  expect(adminCommandAt('/home/ana/nana-0.1.0')).toBe('npm run admin --')
  expect(ADMIN_COMMAND).toBe('npm run admin --')
})
