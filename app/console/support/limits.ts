/** What the database takes at most of each text, in letters. */
export const MOST_NOTE_LETTERS = 10_000
export const MOST_REPLY_LETTERS = 2_000
export const MOST_SENTENCE_LETTERS = 300
