import type { Template } from '../plans/remote-templates.ts'
import {
  checkTemplate,
  type TemplateContent,
  type TemplateDraft,
  type TemplatePart,
  templateDraftOf,
} from './template-draft.ts'

const PARTS = {
  name: ['name'],
  ages: ['from_months', 'to_months'],
  window: ['first_wake_window'],
  naps: ['naps_count', 'naps'],
  bedtime: ['night_bedtime'],
} as const satisfies Record<TemplatePart, readonly (keyof TemplateContent)[]>
const NAMES = Object.keys(PARTS) as TemplatePart[]

/**
 * Brings two changes of one template together. A part that stands as it was sent from here, without an answer, is
 * nobody else's, unless it was theirs when it was sent.
 *
 * @param draft what `mine` began with.
 * @returns `both`: the parts that the two have changed, each in another way. Mine stand in `merged`. `isTheirs`:
 *   whether somebody else has changed anything.
 */
export function mergeTemplates(
  { before, unheard }: Pick<TemplateDraft, 'before' | 'unheard'>,
  mine: TemplateContent,
  theirs: Template,
): { merged: TemplateContent; both: TemplatePart[]; isTheirs: boolean } {
  const is = contentOf(theirs)
  // A new one stands there because what was sent has arrived.
  const began = before === null ? (unheard.at(-1)?.typed ?? is) : contentOf(before)
  const was = (part: TemplatePart) => unheard.findLast(({ sent }) => isSame(part, sent, is))?.typed ?? began
  const left = NAMES.filter((part) => isSame(part, was(part), mine))
  const changed = NAMES.filter((part) => !isSame(part, was(part), is))
  const taken = left.flatMap((part) => PARTS[part].map((column) => [column, is[column]] as const))
  return {
    merged: { ...mine, ...Object.fromEntries(taken) },
    both: changed.filter((part) => !left.includes(part) && !isSame(part, mine, is)),
    isTheirs: changed.length > 0,
  }
}

function isSame(part: TemplatePart, a: TemplateContent, b: TemplateContent): boolean {
  return PARTS[part].every((column) => JSON.stringify(a[column]) === JSON.stringify(b[column]))
}

/** As the editor would save it again, so that nothing counts as changed that was only written in another way. */
function contentOf(template: Template): TemplateContent {
  const checked = checkTemplate(templateDraftOf(template))
  return checked.ok ? checked.template : template
}
