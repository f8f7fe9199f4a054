const HOUR_MS = 3_600_000

/** Counts mails, so that no more than a fixed number go out in any 60 minutes. */
export interface MailBudget {
  /** Takes one mail; false when none is left. */
  take(): boolean
  /** Whether one is left, without taking it. */
  hasAny(): boolean
}

export function createMailBudget(
  perHour: number,
  // In milliseconds of a monotonic clock: setting the machine's clock must not free or use up any mails.
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
