import { useSupport } from '../../family/use-support.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { useKeptFocus } from '../../ui/layout/use-kept-focus.ts'
import { proposal as words } from '../../words/carers/support.es.ts'
import { ProposalReading, type Tape } from './ProposalReading.tsx'

/** What is proposed instead of the family's plan, above it. */
export function ProposalSections({ Tape, onSettled }: { Tape: Tape; onSettled: () => void }) {
  const proposals = useSupport()?.proposals ?? []
  useKeptFocus(proposals.length, false, onSettled)
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
