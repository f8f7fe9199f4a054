import { type Failure, mayBeDone } from '../../wire/failures.ts'
import { saveTemplate, type Template } from '../plans/remote-templates.ts'
import {
  type TemplateContent,
  type TemplateDraft,
  templateDraftOf,
  type UnheardTemplate,
} from './template-draft.ts'
import { mergeTemplates } from './template-merge.ts'

type SavedDraft =
  | { kind: 'saved'; template: Template; isMerged: boolean }
  /** Somebody else has changed the same parts: nothing is saved, and the draft has theirs beside it. */
  | { kind: 'overtaken'; draft: TemplateDraft }
  /** `unheard`: what may be saved all the same; null: it is known that nothing is. */
  | { kind: 'failed'; failure: Failure; unheard: UnheardTemplate | null }

/** Saves a draft, together with what somebody else has changed elsewhere in the template meanwhile. */
export async function saveDraft(
  id: string,
  draft: TemplateDraft,
  typed: TemplateContent,
  accountId: string,
): Promise<SavedDraft> {
  let began: Pick<TemplateDraft, 'before' | 'unheard'> = draft
  let content = typed
  let isMerged = false
  for (;;) {
    const seen = began.before?.updated_at ?? null
    const { data, failure } = await saveTemplate({ id, ...content }, seen, accountId)
    if (failure !== null) {
      return { kind: 'failed', failure, unheard: mayBeDone(failure) ? { typed, sent: content } : null }
    }
    const { saved, template } = data
    if (saved) return { kind: 'saved', template, isMerged }
    const { merged, both, isTheirs } = mergeTemplates(began, content, template)
    if (both.length > 0) {
      const mine = templateDraftOf({ ...template, ...merged })
      return { kind: 'overtaken', draft: { ...mine, before: template, overtaken: both } }
    }
    isMerged ||= isTheirs
    // What was sent before has arrived by now, or never does.
    began = { before: template, unheard: [] }
    content = merged
  }
}
