import { useEffect, useRef } from 'react'
import { useIsInSight, usePanelVisibility } from '../../device/panel-visibility.ts'
import { hearSupport } from '../../family/hear-support.ts'
import { refreshSupport, tellAnswers } from '../../family/support.ts'
import { useKnownFamilies } from '../../family/use-families.ts'
import { useKeptSupport, useSupport } from '../../family/use-support.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { titleOver } from '../../ui/layout/focus.ts'
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
  const place = useRef<HTMLDivElement>(null)
  const Waiting = part === 'diary' ? SupportLines : ProposalSections
  return (
    <div ref={place}>
      <Waiting Tape={Tape} next={() => titleOver(place.current)} />
    </div>
  )
}

/**
 * Asks whenever something about the family's access has changed, until it is heard.
 * @param eachTime also as often as this is seen, while a professional is in.
 */
function useSupportOfNow(eachTime: boolean): void {
  const visibility = usePanelVisibility()
  const inSight = useIsInSight()
  const { online } = useBabyData().sync
  const asked = useKeptSupport()?.rev ?? null
  const rev = useKnownFamilies()?.families.find(({ role }) => role === 'owner')?.access_rev
  useEffect(() => {
    if (inSight && online && rev !== undefined && rev !== asked) return hearSupport()
  }, [inSight, online, rev, asked])
  const isConsulted = useSupport()?.isConsulted ?? false
  useEffect(() => {
    if (!eachTime || !isConsulted) return
    return visibility.during(() => {
      void refreshSupport()
      return () => {}
    })
  }, [visibility, eachTime, isConsulted])
}

/** Tells the server at once what was decided about proposals, and what was taken back; after the plan itself. */
function useAnswersTold(): void {
  const { online, pending } = useBabyData().sync
  const untold =
    useKeptSupport()
      ?.answers.map(({ id, taken }) => `${id} ${taken}`)
      .join() ?? ''
  const due = online && pending === 0 ? untold : ''
  useEffect(() => {
    if (due !== '') void tellAnswers()
  }, [due])
}
