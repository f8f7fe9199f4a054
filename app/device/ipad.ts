/** Whether a browser runs on an iPad, where it may say it is a Mac's: no Mac's screen takes several fingers. */
export function isIpad({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  return /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
