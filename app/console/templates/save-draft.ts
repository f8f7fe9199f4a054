import type { Failure } from '../../wire/failures.ts'
import { saveTemplate, type Template } from '../plans/remote-templates.ts'
import { type TemplateContent, type TemplateDraft, templateDraftOf } from './template-draft.ts'
import { mergeTemplates } from './template-merge.ts'

type SavedDraft =
  | { kind: 'saved'; template: Template; isMerged: boolean }
  /** Somebody else has changed the same parts: nothing is saved, and the draft has theirs beside it. */
  | { kind: 'overtaken'; draft: TemplateDraft }
  | { kind: 'failed'; failure: Failure }

/** Saves a draft, together with what somebody else has changed elsewhere in the template meanwhile. */
export async function saveDraft(
  id: string,
  draft: TemplateDraft,
  typed: TemplateContent,
  accountId: string,
): Promise<SavedDraft> {
  let [before, content] = [draft.before, typed]
  for (;;) {
    const { data, failure } = await saveTemplate({ id, ...content }, before?.updated_at ?? null, accountId)
    if (failure !== null) return { kind: 'failed', failure }
    const { saved, template } = data
    if (saved) return { kind: 'saved', template, isMerged: before !== draft.before && draft.before !== null }
    const { merged, both } = mergeTemplates(before, content, template)
    if (both.length > 0) {
      const mine = templateDraftOf({ ...template, ...merged })
      return { kind: 'overtaken', draft: { ...mine, before: template, overtaken: both } }
    }
    ;[before, content] = [template, merged]
  }
}
