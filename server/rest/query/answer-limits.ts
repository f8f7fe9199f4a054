/*
 * How large an answer gets. It is put together whole in the memory that all families share, so what one call fills is
 * at most its rows times what it asks of each; and a reader who doesn't read keeps it there. For the answer of a
 * function (`/rpc/name`), which asks for no rows, only the last of these holds.
 */

/** A read is shortened to so many rows, and a change that had to answer more of them is refused. */
export const MAX_ROWS = 1000

/** Columns asked for. PostgreSQL answers more than 1664 with a server error, and nobody needs a tenth of them. */
export const MAX_ITEMS = 200

/** How often one column is asked for, `*` counted: it may be long, and what is asked of one row is asked of all. */
export const MAX_OF_ONE_COLUMN = 4

/**
 * Several pages of a diary, in signs. What is longer counts as the account's work until it is sent, however long that
 * takes: of an account's answers of this length two at most are in memory.
 */
export const LONG_ANSWER = 2 * 1024 * 1024
