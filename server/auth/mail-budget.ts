const HOUR_MS = 3_600_000

/** How many mails may still go out: so many in any hour. */
export interface MailBudget {
  take(): boolean
  hasAny(): boolean
}

export function createMailBudget(
  perHour: number,
  // Monotonic: a clock that is set must not open or close it.
  now: () => number = () => performance.now(),
): MailBudget {
  let sent: number[] = []
  const hasAny = () => {
    const hourAgo = now() - HOUR_MS
    sent = sent.filter((at) => at > hourAgo)
    return sent.length < perHour
  }
  return {
    hasAny,
    take() {
      if (!hasAny()) return false
      sent.push(now())
      return true
    },
  }
}
