import * as v from 'valibot'
import { type Called, call } from '../../family/remote-families.ts'
import type { Plan } from './plan-draft.ts'

const napSchema = v.object({ duration: v.number(), wakeWindow: v.string() })

/** The columns of a plan, as a proposal and a template have them. */
export const planEntries = {
  first_wake_window: v.string(),
  naps_count: v.picklist([2, 3, 4]),
  naps: v.array(napSchema),
  night_bedtime: v.string(),
}

const templateSchema = v.object({
  id: v.string(),
  /** When it was changed last. */
  updated_at: v.string(),
  name: v.string(),
  /** In months, from the first of them up to the second, which is left out. */
  from_months: v.number(),
  to_months: v.number(),
  ...planEntries,
})
export type Template = v.InferOutput<typeof templateSchema>

/** What stands at the server after a template was sent, and whether it is the one that was. */
const sentSchema = v.object({ saved: v.boolean(), template: templateSchema })

const NOTHING = v.unknown()

export function readTemplates(accountId: string): Promise<Called<Template[]>> {
  return call('plan_templates', {}, v.array(templateSchema), accountId)
}

/**
 * Makes it, or changes the one with its id.
 *
 * @param seen when the one that it takes the place of was changed last; null: there is none.
 */
export function saveTemplate(
  template: Omit<Template, 'updated_at'>,
  seen: string | null,
  accountId: string,
): Promise<Called<v.InferOutput<typeof sentSchema>>> {
  return call('save_template', { ...template, seen }, sentSchema, accountId)
}

export function deleteTemplate(id: string, accountId: string): Promise<Called<unknown>> {
  return call('delete_template', { id }, NOTHING, accountId)
}

/** The columns of a plan and nothing else of what it stands in. */
export function planOf({ first_wake_window, naps_count, naps, night_bedtime }: Plan): Plan {
  return { first_wake_window, naps_count, naps, night_bedtime }
}
