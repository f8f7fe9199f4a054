import { useSupport } from '../../family/use-support.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { proposal as words } from '../../words/carers/support.es.ts'
import { ProposalReading, type Tape } from './ProposalReading.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** What is proposed instead of the family's plan, above it. */
export function ProposalSections({ Tape }: { Tape: Tape }) {
  const proposals = useSupport()?.proposals ?? []
  const place = useKeptFocus<HTMLDivElement>(proposals.length)
  return (
    <div ref={place} tabIndex={-1}>
      {proposals.map((proposal) => (
        <Section key={proposal.id} title={words.title(proposal.name)}>
          <ProposalReading Tape={Tape} proposal={proposal} />
        </Section>
      ))}
    </div>
  )
}
