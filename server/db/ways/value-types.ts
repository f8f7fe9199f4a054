import pg from 'pg'

/**
 * Reads values in the form in which the API writes them: a count is a number, a date is text, and an instant is RFC
 * 3339 text in UTC with all its microseconds. A JavaScript Date would move days between zones and cut off microseconds.
 */
export const valueTypes = new pg.TypeOverrides()
valueTypes.setTypeParser(pg.types.builtins.INT8, Number)
valueTypes.setTypeParser(pg.types.builtins.DATE, String)
valueTypes.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => `${text.replace(' ', 'T')}Z`)
valueTypes.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text.replace(' ', 'T').replace(/\+00$/, 'Z'),
)
