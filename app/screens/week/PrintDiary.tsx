import type { ComponentProps } from 'react'
import { useWhenSeen } from '../../device/panel-visibility.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { showToast } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { printDiary } from '../../words/screens.es.ts'
import type { PrintPreview } from '../printed-diary/PrintPreview.tsx'
import { useLatePart } from '../shared/use-late-part.ts'

const fetchPreview = async () => (await import('../printed-diary/PrintPreview.tsx')).PrintPreview
/** Whether it came is asked when it is needed. */
const fetchAhead = () => void Promise.allSettled([fetchPreview()])

/** The way from the chart to paper. Its code is fetched when the chart is first seen: there may be no network later. */
export function PrintDiary(props: Omit<ComponentProps<typeof PrintPreview>, 'onClose'>) {
  const { Part, open, close } = useLatePart(fetchPreview, () =>
    showToast({ title: common.error, detail: printDiary.notOpened, tone: 'failure' }),
  )
  useWhenSeen(fetchAhead)
  return (
    <Section>
      <Button variant="quiet" onClick={open}>
        {printDiary.print}
      </Button>
      {Part && <Part {...props} onClose={close} />}
    </Section>
  )
}
