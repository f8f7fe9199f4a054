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

const templatesSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    /** In months, from the first of them up to the second, which is left out. */
    from_months: v.number(),
    to_months: v.number(),
    ...planEntries,
  }),
)
export type Template = v.InferOutput<typeof templatesSchema>[number]

const NOTHING = v.unknown()

export function readTemplates(accountId: string): Promise<Called<Template[]>> {
  return call('plan_templates', {}, templatesSchema, accountId)
}

/** Makes it, or changes the one with its id. */
export function saveTemplate(template: Template, accountId: string): Promise<Called<unknown>> {
  return call('save_template', { ...template }, NOTHING, accountId)
}

export function deleteTemplate(id: string, accountId: string): Promise<Called<unknown>> {
  return call('delete_template', { id }, NOTHING, accountId)
}

/** The columns of a plan and nothing else of what it stands in. */
export function planOf({ first_wake_window, naps_count, naps, night_bedtime }: Plan): Plan {
  return { first_wake_window, naps_count, naps, night_bedtime }
}
