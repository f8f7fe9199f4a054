import { useState } from 'react'
import { common, failures, planScreen, reminders } from '../../copy.es.ts'
import { updatePlan } from '../../data/changes.ts'
import { askForNotifications, notificationState } from '../../notifications.ts'
import { Section } from '../../ui/Section.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { showToast, type ToastMessage } from '../../ui/toasts.ts'
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
          <p className={styles.state}>{on ? planScreen.on : planScreen.off}</p>
          {/* The plan is shared by all the family's phones, the permission is each phone's own. */}
          {on && notificationState() !== 'granted' && (
            <p className={styles.state}>{reminders.noPermissionHere}</p>
          )}
        </div>
        <Switch label={planScreen.softReminders} checked={on} onChange={() => void toggle()} />
      </div>
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
