import type { Template } from './remote-templates.ts'

/** The templates with one that was saved, in the order in which the server tells them: by age, then by name. */
export function withTemplate(templates: readonly Template[], saved: Template): Template[] {
  return [...withoutTemplate(templates, saved.id), saved].sort(
    (a, b) =>
      a.from_months - b.from_months || a.to_months - b.to_months || a.name.localeCompare(b.name, 'es'),
  )
}

export function withoutTemplate(templates: readonly Template[], id: string): Template[] {
  return templates.filter((template) => template.id !== id)
}
