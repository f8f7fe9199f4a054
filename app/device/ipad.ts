/** Whether a browser runs on an iPad. It calls itself a Mac's there, but no Mac's screen takes several fingers. */
export function isIpad({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
