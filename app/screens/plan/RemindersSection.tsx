import { useState } from 'react'
import { updatePlan } from '../../changes/changes.ts'
import { askForNotifications, notificationState } from '../../device/notifications.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { remindersExplained } from '../../words/plan.es.ts'
import { failures, planScreen, reminders } from '../../words/screens.es.ts'
import styles from './RemindersSection.module.css'

/** Applies at once; the rest of the form waits for its button. */
export function RemindersSection({ on }: { on: boolean }) {
  // The browser's question stays open as long as the carer likes: another tap must not ask again.
  const [busy, setBusy] = useState(false)

  async function toggle() {
    if (busy) return
    setBusy(true)
    showToast(on ? await turnOff() : await turnOn())
    setBusy(false)
  }

  return (
    <Section title={planScreen.reminders}>
      <div className={styles.row}>
        <div>
          {planScreen.softReminders}
          <p className="hint">{on ? planScreen.on : planScreen.off}</p>
          {/* The plan is shared by all the family's phones, the permission is each phone's own. */}
          {on && notificationState() !== 'granted' && <p className="hint">{reminders.noPermissionHere}</p>}
        </div>
        <Switch label={planScreen.softReminders} checked={on} onChange={() => void toggle()} />
      </div>
      {/* Timers of a page live as long as the page. */}
      <p className={styles.explained}>{remindersExplained}</p>
    </Section>
  )
}

async function turnOn(): Promise<ToastMessage> {
  const answer = await askForNotifications()
  if (answer === 'refused') {
    return { title: reminders.denied, detail: reminders.deniedDetail, tone: 'failure' }
  }
  if (answer === 'blocked') {
    return { title: reminders.denied, detail: reminders.blockedDetail, tone: 'failure' }
  }
  return saved(true, { title: reminders.enabled, detail: reminders.enabledDetail })
}

/** The timers follow the plan: turning it off clears them. */
async function turnOff(): Promise<ToastMessage> {
  return saved(false, { title: reminders.disabled })
}

async function saved(on: boolean, success: ToastMessage): Promise<ToastMessage> {
  return updatePlan({ reminders: on }).then(
    () => success,
    () => ({ title: common.error, detail: failures.plan, tone: 'failure' }) as const,
  )
}
