import type { Template } from '../plans/remote-templates.ts'
import { checkTemplate, type TemplateContent, type TemplatePart, templateDraftOf } from './template-draft.ts'

const PARTS = {
  name: ['name'],
  ages: ['from_months', 'to_months'],
  window: ['first_wake_window'],
  naps: ['naps_count', 'naps'],
  bedtime: ['night_bedtime'],
} as const satisfies Record<TemplatePart, readonly (keyof TemplateContent)[]>
const NAMES = Object.keys(PARTS) as TemplatePart[]

/**
 * Brings two changes of one template together.
 *
 * @param before what `mine` began with; null: nothing, so that all of it is its own.
 * @returns `both`: the parts that the two have changed, each in another way. Mine stand in `merged`.
 */
export function mergeTemplates(
  before: Template | null,
  mine: TemplateContent,
  theirs: Template,
): { merged: TemplateContent; both: TemplatePart[] } {
  const [was, is] = [contentOf(before ?? theirs), contentOf(theirs)]
  const isSame = (a: TemplateContent, b: TemplateContent) => (part: TemplatePart) =>
    PARTS[part].every((column) => JSON.stringify(a[column]) === JSON.stringify(b[column]))
  const isTheirs = NAMES.filter(isSame(was, mine))
  const taken = isTheirs.flatMap((part) => PARTS[part].map((column) => [column, is[column]] as const))
  return {
    merged: { ...mine, ...Object.fromEntries(taken) },
    both: NAMES.filter(
      (part) => ![isSame(was, mine), isSame(was, is), isSame(mine, is)].some((is) => is(part)),
    ),
  }
}

/** As the editor would save it again, so that nothing counts as changed that was only written in another way. */
function contentOf(template: Template): TemplateContent {
  const checked = checkTemplate(templateDraftOf(template))
  return checked.ok ? checked.template : template
}
