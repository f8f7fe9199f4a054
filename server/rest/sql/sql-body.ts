import type { Shape } from '../request/media-type.ts'

/** The name of the answer's rows in a statement. A client is unlikely to choose it as an alias, which would hide it. */
export const RESULT = '"_result"'

/** Writes the SQL expression that turns the result's rows into one text of the given shape. */
export function bodySql(shape: Shape): string {
  switch (shape) {
    case 'array':
      return `coalesce(json_agg(${RESULT})::text, '[]')`
    case 'array-stripped':
      return `coalesce(json_strip_nulls(json_agg(${RESULT}))::text, '[]')`
    case 'object':
      return `coalesce((json_agg(${RESULT}) -> 0)::text, 'null')`
    case 'object-stripped':
      return `coalesce((json_strip_nulls(json_agg(${RESULT})) -> 0)::text, 'null')`
    case 'csv':
      // PostgreSQL's text form of a row is its CSV in parentheses.
      return `coalesce(string_agg(substring(${RESULT}::text, 2, length(${RESULT}::text) - 2), E'\\n'), '')`
  }
}
