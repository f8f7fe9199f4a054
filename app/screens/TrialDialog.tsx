import { type FormEvent, useRef } from 'react'
import { settings } from '../device/settings.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { Dialog, DialogActions } from '../ui/overlays/Dialog.tsx'
import { showToast } from '../ui/overlays/toasts.ts'
import { common, trial } from '../words/entrance.es.ts'

/** Asks for a 30-day trial: the visitor's own mail program sends the request. */
export function TrialDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = field.current?.value.trim() ?? ''
    if (email === '') {
      showToast({ title: common.error, detail: trial.emptyEmail, tone: 'failure' })
      return
    }
    if (field.current?.reportValidity() !== true) return
    onClose()
    showToast({ title: trial.sent, detail: trial.sentDetail })
    location.href = trialMail(email)
  }

  return (
    <Dialog open={open} title={trial.title} onClose={onClose}>
      {/* A toast, where the browser would answer an empty field by itself (rule 5.3, empty trial request). */}
      <form noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label={trial.email}
          name="email"
          type="email"
          required
          placeholder={trial.placeholder}
          autoComplete="email"
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary">
            {trial.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function trialMail(email: string): string {
  const subject = encodeURIComponent(trial.mailSubject)
  const body = encodeURIComponent(trial.mailBody(email))
  return `mailto:${settings.brand.supportEmail}?subject=${subject}&body=${body}`
}
