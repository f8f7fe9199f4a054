/** Follows whatever link the page was opened by. What it is about is fetched only then. */
export async function followLink(): Promise<void> {
  const { followInvitation } = await import('./invitation/follow-invitation.ts')
  followInvitation()
  const { followAuthLink } = await import('./mail-link/follow-auth-link.ts')
  await followAuthLink()
}
