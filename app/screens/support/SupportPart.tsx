import { useEffect } from 'react'
import { usePanelVisibility } from '../../device/panel-visibility.ts'
import { refreshSupport, tellAnswers } from '../../family/support.ts'
import { useKnownFamilies } from '../../family/use-families.ts'
import { useKeptSupport } from '../../family/use-support.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { TOAST_DURATION_MS } from '../../ui/overlays/toasts.ts'
import type { Tape } from './ProposalReading.tsx'
import { ProposalSections } from './ProposalSections.tsx'
import { SupportLines } from './SupportLines.tsx'

export interface SupportPartProps {
  part: 'diary' | 'plan'
  /** Draws a plan's day. */
  Tape: Tape
}

/** Lines on the diary of today, and above the family's plan what is proposed instead. */
export function SupportPart({ part, Tape }: SupportPartProps) {
  useSupportOfNow(part === 'plan')
  useAnswersTold()
  return part === 'diary' ? <SupportLines Tape={Tape} /> : <ProposalSections Tape={Tape} />
}

/** Asks whenever something about the family's access has changed. @param eachTime also as often as this is seen. */
function useSupportOfNow(eachTime: boolean): void {
  const visibility = usePanelVisibility()
  const { online } = useBabyData().sync
  const asked = useKeptSupport()?.rev ?? null
  const rev = useKnownFamilies()?.families.find(({ role }) => role === 'owner')?.access_rev
  useEffect(() => {
    if (online && rev !== undefined && rev !== asked) void refreshSupport()
  }, [online, rev, asked])
  useEffect(() => {
    if (!eachTime) return
    return visibility.during(() => {
      void refreshSupport()
      return () => {}
    })
  }, [visibility, eachTime])
}

/** Tells the server what was decided about proposals: after the plan itself, and when nobody can undo it any more. */
function useAnswersTold(): void {
  const { online, pending } = useBabyData().sync
  const untold =
    useKeptSupport()
      ?.answers.map(({ id }) => id)
      .join() ?? ''
  const due = online && pending === 0 ? untold : ''
  useEffect(() => {
    if (due === '') return
    const timer = setTimeout(() => void tellAnswers(), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [due])
}
