/** For `vi.waitFor`, whose own second is short on a busy machine; where timers stand still it lets them go on. */
export const PATIENT = { timeout: 15_000 }
