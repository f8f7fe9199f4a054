import { useCallback, useEffect, useRef, useState } from 'react'
import { answerOrder } from '../shared/answer-order.ts'
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
  const order = useRef(answerOrder())

  const ask = useCallback(async () => {
    const question = order.current.ask()
    const { data } = await readTemplates(accountId)
    if (data !== null) {
      if (order.current.hear(question)) setTemplates(data)
    } else if (order.current.isLast(question)) {
      setTemplates((before) => (typeof before === 'string' ? 'unheard' : before))
    }
    return data !== null
  }, [accountId])

  useEffect(() => {
    if (document.visibilityState === 'visible') void ask()
    return inFront(() => void ask())
  }, [ask])

  function change(by: (before: readonly Template[]) => Template[]) {
    order.current.overtake()
    setTemplates((before) => (typeof before === 'string' ? before : by(before)))
  }
  return {
    templates,
    ask,
    put: (template) => change((before) => withTemplate(before, template)),
    drop: (id) => change((before) => withoutTemplate(before, id)),
  }
}
