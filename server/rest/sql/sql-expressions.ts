import type { Field } from '../query/field.ts'
import type { Filter, Operation } from '../query/filters.ts'
import type { Condition } from '../query/logic.ts'
import type { OrderTerm } from '../query/order.ts'
import type { SelectItem } from '../query/select.ts'
import type { Table } from './schema.ts'

/**
 * Adds a value to a statement and answers its placeholder, such as `$1`. No value of a client becomes part of the text.
 */
export type Bind = (value: string) => string

/** The rows that an expression refers to: a table, and its name inside the statement. */
export interface Source {
  table: Table
  as: string
  /** What stands after `from`. */
  from: string
}

/** Refers to the table itself by its full name. */
export function tableSource(table: Table): Source {
  const as = `"public".${quoted(table.name)}`
  return { table, as, from: as }
}

/**
 * Refers to the rows of the caller's own family and, after them, to those of families that let the caller in. The
 * policies say the same, as one list or by an `or`, but where a request has no condition on `user_id` PostgreSQL would
 * sort all rows for either. Of these two parts it reads the caller's own in order.
 */
export function familiesSource(table: Table): Source {
  const { from } = tableSource(table)
  const as = quoted(table.name)
  const own = `select * from ${from} where user_id = (select auth.uid())`
  const others = `select * from ${from} where user_id = any ((select public.families_i_read())::uuid[])`
  return { table, as, from: `(${own} union all ${others}) as ${as}` }
}

/** Quotes a name for use in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Writes ` where …`, or nothing when there are no conditions. */
export function whereSql(source: Source, conditions: readonly Condition[], bind: Bind): string {
  if (conditions.length === 0) return ''
  return ` where ${conditions.map((condition) => conditionSql(source, condition, bind)).join(' and ')}`
}

/** Writes ` order by …`, or nothing when there are no terms. */
export function orderSql(source: Source, terms: readonly OrderTerm[], bind: Bind): string {
  if (terms.length === 0) return ''
  const sorted = terms.map(({ field, direction, nulls }) => {
    const words = [fieldSql(source, field, bind), direction, nulls && `nulls ${nulls}`]
    return words.filter((word) => word !== null).join(' ')
  })
  return ` order by ${sorted.join(', ')}`
}

/** Writes the columns of `select=`, each under the name it is answered with. */
export function selectSql(source: Source, items: readonly SelectItem[], bind: Bind): string {
  return items.map((item) => itemSql(source, item, bind)).join(', ')
}

function itemSql(source: Source, item: SelectItem, bind: Bind): string {
  if (item.kind !== 'field') return columnList(source)
  const value = fieldSql(source, item.field, bind)
  // A type's name can't be bound or quoted (as in `double precision`). The parser lets only letters, digits, spaces,
  // `_` and `$` through.
  const typed = item.cast === null ? value : `cast(${value} as ${item.cast})`
  return `${typed} as ${quoted(outputName(item))}`
}

/** Answers the name that an item has in the answer. */
export function outputName(item: SelectItem & { kind: 'field' }): string {
  if (item.alias !== null) return item.alias
  const lastKey = item.field.path.map((step) => step.operand).findLast((operand) => operand.kind === 'key')
  return lastKey?.key ?? item.field.name
}

function columnList(source: Source): string {
  return [...source.table.columns.keys()].map((name) => `${source.as}.${quoted(name)}`).join(', ')
}

function conditionSql(source: Source, condition: Condition, bind: Bind): string {
  if (condition.kind === 'filter') return filterSql(source, condition.filter, bind)
  const inner = condition.conditions.map((each) => conditionSql(source, each, bind))
  return `${condition.negated ? 'not ' : ''}(${inner.join(` ${condition.operator} `)})`
}

function filterSql(source: Source, filter: Filter, bind: Bind): string {
  const value = fieldSql(source, filter.field, bind)
  return `${filter.negated ? 'not ' : ''}(${operationSql(value, filter.operation, bind)})`
}

/**
 * Writes a comparison. Its values have no type, so PostgreSQL reads them as the column's type and refuses what doesn't
 * fit.
 */
function operationSql(field: string, operation: Operation, bind: Bind): string {
  switch (operation.kind) {
    case 'is':
      return `${field} is ${operation.keyword}`
    case 'distinct':
      return `${field} is distinct from ${bind(operation.value)}`
    case 'in':
      return `${field} = any (${bind(listLiteral(operation.values))})`
    case 'search': {
      const language = operation.language === null ? '' : `${bind(operation.language)}::regconfig, `
      const value = bind(operation.value)
      return `to_tsvector(${language}${field}) @@ ${operation.query}(${language}${value})`
    }
    case 'compare': {
      const { operator, quantifier } = operation
      const likes = operator === 'like' || operator === 'ilike'
      const value = bind(likes ? operation.value.replaceAll('*', '%') : operation.value)
      return `${field} ${operator} ${quantifier === null ? value : `${quantifier} (${value})`}`
    }
  }
}

function fieldSql(source: Source, field: Field, bind: Bind): string {
  const column = `${source.as}.${quoted(field.name)}`
  if (field.path.length === 0) return column
  const type = source.table.columns.get(field.name)?.type
  const json = type === 'json' || type === 'jsonb' ? column : `to_jsonb(${column})`
  const steps = field.path.map(({ arrow, operand }) =>
    operand.kind === 'key'
      ? `${arrow}${bind(operand.key)}::text`
      : `${arrow}${bind(String(operand.index))}::int`,
  )
  return `(${json}${steps.join('')})`
}

/** Writes an array literal. A single empty item means no item at all, because that is how `in.()` is parsed. */
function listLiteral(values: readonly string[]): string {
  if (values.length === 1 && values[0] === '') return '{}'
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
