import type { Proposal } from '../../family/support-schema.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { proposal as words } from '../../words/carers/support.es.ts'
import { ProposalReading, type Tape } from './ProposalReading.tsx'
import styles from './Support.module.css'

interface ProposalDialogProps {
  Tape: Tape
  /** Null: closed, or decided. */
  proposal: Proposal | null
  onClose: () => void
}

/** The same as above the plan, for who comes from the diary. Closing it decides nothing. */
export function ProposalDialog({ Tape, proposal, onClose }: ProposalDialogProps) {
  return (
    <Dialog
      open={proposal !== null}
      title={proposal === null ? '' : words.title(proposal.name)}
      onClose={onClose}
    >
      {proposal && (
        <>
          <ProposalReading Tape={Tape} proposal={proposal} />
          <TextButton className={styles.later} onClick={onClose}>
            {words.close}
          </TextButton>
        </>
      )}
    </Dialog>
  )
}
