/** The top of the wake-ups slider. */
export const MAX_WAKE_UPS = 10

/** The most feedings or diaper changes of one record: two digits, as much as the database takes. */
export const MAX_COUNT = 99
