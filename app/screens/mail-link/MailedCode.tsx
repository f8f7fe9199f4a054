import { Button } from '../../ui/buttons/Button.tsx'
import { passwordRequest } from '../../words/entrance.es.ts'
import { CodeEntry } from '../login/CodeEntry.tsx'

/** The code of the mail that was just sent, typed on the page that sent it. */
export function MailedCode({ email, onEntered }: { email: string; onEntered: () => void }) {
  return (
    <CodeEntry email={email} onEntered={onEntered}>
      {(busy) => (
        <Button type="submit" variant="primary" aria-disabled={busy}>
          {passwordRequest.submitCode}
        </Button>
      )}
    </CodeEntry>
  )
}
