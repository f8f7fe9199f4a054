import { latePart } from './late-part.ts'

/** What is behind the login. */
export const signedInPart = latePart(async () => {
  const { SignedIn, firstRead } = await import('../SignedIn.tsx')
  await firstRead
  return SignedIn
})
