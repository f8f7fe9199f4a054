import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import { common, paper } from '../../copy.es.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { showToast } from '../../ui/toasts.ts'
import type { PrintPreview } from '../printed-diary/PrintPreview.tsx'

type PreviewProps = ComponentProps<typeof PrintPreview>

const fetchPreview = () => import('../printed-diary/PrintPreview.tsx')

/** The way from the chart to paper. The paper is fetched when the chart is seen first: there may be no network later. */
export function PrintDiary(props: Omit<PreviewProps, 'onClose'>) {
  const [Preview, setPreview] = useState<ComponentType<PreviewProps> | null>(null)
  useEffect(() => {
    // Whether it came is asked when it is needed.
    void Promise.allSettled([fetchPreview()])
  }, [])

  function open() {
    fetchPreview().then(
      (module) => setPreview(() => module.PrintPreview),
      () => showToast({ title: common.error, detail: paper.notOpened, tone: 'failure' }),
    )
  }
  return (
    <Section>
      <Button variant="quiet" onClick={open}>
        {paper.print}
      </Button>
      {Preview && <Preview {...props} onClose={() => setPreview(null)} />}
    </Section>
  )
}
