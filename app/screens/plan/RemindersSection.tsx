import { useRef } from 'react'
import { updatePlan } from '../../changes/changes.ts'
import { askForNotifications, notificationState } from '../../device/notifications.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { useKeptFocus } from '../../ui/layout/focus.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { showToast, type ToastMessage } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'
import { remindersExplained } from '../../words/plan.es.ts'
import { failures, planScreen, reminders } from '../../words/screens.es.ts'
import { useOneAtATime } from '../shared/use-one-at-a-time.ts'
import styles from './RemindersSection.module.css'

/** Applies at once; the rest of the form waits for its button. */
export function RemindersSection({ on }: { on: boolean }) {
  // The browser's question stays open as long as the carer likes: another tap must not ask again.
  const [, oneAtATime] = useOneAtATime()

  function answer(ask: () => Promise<ToastMessage>) {
    return oneAtATime(async () => showToast(await ask()))
  }

  // The plan is shared by all the family's phones, the permission is each phone's own.
  const state = notificationState()
  const isAllowOffered = on && state === 'default'
  const toggle = useRef<HTMLInputElement>(null)
  useKeptFocus(isAllowOffered ? 1 : 0, () => toggle.current)

  return (
    <Section title={planScreen.reminders}>
      <div className={styles.row}>
        <div>
          {planScreen.softReminders}
          <p className="hint">{on ? planScreen.on : planScreen.off}</p>
          {on && state !== 'granted' && <p className="hint">{reminders.noPermissionHere}</p>}
        </div>
        <Switch
          ref={toggle}
          label={planScreen.softReminders}
          checked={on}
          onChange={() => void answer(on ? turnOff : turnOn)}
        />
      </div>
      {isAllowOffered && (
        <Button variant="quiet" onClick={() => void answer(allowHere)}>
          {reminders.allowHere}
        </Button>
      )}
      {/* Timers of a page live as long as the page. */}
      <p className={styles.explained}>{remindersExplained}</p>
    </Section>
  )
}

const ENABLED: ToastMessage = { title: reminders.enabled, detail: reminders.enabledDetail }

/** Without the permission nothing is turned on. */
async function turnOn(): Promise<ToastMessage> {
  const answer = await allowHere()
  return answer === ENABLED ? saved(true, ENABLED) : answer
}

/** Another phone has turned them on for the family. */
async function allowHere(): Promise<ToastMessage> {
  const answer = await askForNotifications()
  if (answer === 'granted') return ENABLED
  const detail = answer === 'refused' ? reminders.deniedDetail : reminders.blockedDetail
  return { title: reminders.denied, detail, tone: 'failure' }
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
