import { MAX_DEPTH, nestsTooDeep } from '../../http/request-body.ts'
import type { Field } from '../query/field.ts'
import type { Filter } from '../query/filters.ts'

/** So many negations in a row fill the stack that PostgreSQL reads a search with. */
const MANY_NEGATIONS = /(?:[!-][\s&|()]*){30}/

/**
 * Answers whether a filter's value nests so deep that PostgreSQL may not read it, whose own limit would show as a
 * server error.
 * @param type the type of the filter's column.
 */
export function isTooDeep({ field, operation }: Filter, type: string | undefined): boolean {
  if (operation.kind === 'is') return false
  if (operation.kind === 'search') {
    const { value } = operation
    return value.split('(').length > MAX_DEPTH + 1 || MANY_NEGATIONS.test(value)
  }
  if (!isJson(field, type)) return false
  if (operation.kind === 'in') return operation.values.some(nestsTooDeep)
  const isList = operation.kind === 'compare' && operation.quantifier !== null
  // In a list each value stands between quotes, and its brackets count all the same.
  return nestsTooDeep(isList ? operation.value.replaceAll('"', '') : operation.value)
}

function isJson({ path }: Field, type: string | undefined): boolean {
  const last = path.at(-1)
  return last === undefined ? type === 'json' || type === 'jsonb' : last.arrow === '->'
}
