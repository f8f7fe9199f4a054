import type { Page } from '@playwright/test'
import type { Fixtures } from '../kit/drawn/drawn-story.ts'
import { holdDisk } from '../kit/phones/slow-disk.ts'
import { sleep } from '../kit/seed.ts'

export type Story = Pick<Fixtures, 'family' | 'phone'> & { page: Page }

/** Opens the form of a nap that runs since 15:00, on a disk that is busy from then on. Answers how to let go of it. */
export async function runNapOnHeldDisk({ family, phone, page }: Story): Promise<() => Promise<void>> {
  await family.logs(sleep('siesta', '2025-08-11', '15:00'))
  await phone.signIn()
  return holdDisk(page, family.userId)
}
