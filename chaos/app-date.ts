/** The day of the server's fixed clock. */
export const APP_DATE = '2025-08-11'
