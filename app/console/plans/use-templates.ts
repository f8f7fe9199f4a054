import { useCallback, useEffect, useRef, useState } from 'react'
import { inFront } from '../shared/in-front.ts'
import { readTemplates, type Template } from './remote-templates.ts'
import { withoutTemplate, withTemplate } from './template-list.ts'

interface UsedTemplates {
  templates: readonly Template[] | 'asking' | 'unheard'
  /** False: the server doesn't say. */
  ask: () => Promise<boolean>
  /** It is saved. */
  put: (template: Template) => void
  /** It is deleted. */
  drop: (id: string) => void
}

/** The templates by age, read anew whenever the page comes to the front. Without an answer, those of before stay. */
export function useTemplates(accountId: string): UsedTemplates {
  const [templates, setTemplates] = useState<UsedTemplates['templates']>('asking')
  const turn = useRef(0)

  const ask = useCallback(async () => {
    turn.current += 1
    const asked = turn.current
    const { data } = await readTemplates(accountId)
    // What was asked for later, or changed since, is newer.
    if (asked !== turn.current) return data !== null
    setTemplates((before) => data ?? (typeof before === 'string' ? 'unheard' : before))
    return data !== null
  }, [accountId])

  useEffect(() => {
    if (document.visibilityState === 'visible') void ask()
    return inFront(() => void ask())
  }, [ask])

  function change(by: (before: readonly Template[]) => Template[]) {
    turn.current += 1
    setTemplates((before) => (typeof before === 'string' ? before : by(before)))
  }
  return {
    templates,
    ask,
    put: (template) => change((before) => withTemplate(before, template)),
    drop: (id) => change((before) => withoutTemplate(before, id)),
  }
}
