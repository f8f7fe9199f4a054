/** The server's fixed clock stands on this day, and so does the app's diary. */
export const APP_DATE = '2025-08-11'
