import type { Shape } from './media-type.ts'

/** The rows of the answer. Not a name a client's alias is likely to hide. */
export const RESULT = '"_result"'

/** The rows of the result as one text. */
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
      // A row's own text is its CSV, in parentheses.
      return `coalesce(string_agg(substring(${RESULT}::text, 2, length(${RESULT}::text) - 2), E'\\n'), '')`
  }
}
