import { useSupport } from '../../family/use-support.ts'
import { useKeptFocus } from '../../ui/layout/focus.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { proposal as words } from '../../words/carers/support.es.ts'
import { ProposalReading, type Tape } from './ProposalReading.tsx'

/** What is proposed instead of the family's plan, above it. */
export function ProposalSections({ Tape, next }: { Tape: Tape; next: () => HTMLElement | null | undefined }) {
  const proposals = useSupport()?.proposals ?? []
  useKeptFocus(proposals.length, next)
  return (
    <>
      {proposals.map((proposal) => (
        <Section key={proposal.id} title={words.title(proposal.name)}>
          <ProposalReading Tape={Tape} proposal={proposal} />
        </Section>
      ))}
    </>
  )
}
