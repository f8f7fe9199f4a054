import { type ReactNode, useRef, useState } from 'react'
import { nightSign } from '../../core/night/nap-into-night.ts'
import { type SleepRecord, startTimeOf } from '../../core/records/sleep-record.ts'
import { addDays, type LocalTime, localDateAt } from '../../core/time/time.ts'
import { useVisit } from '../device/panel-visibility.ts'
import { useNow } from '../device/use-now.ts'
import type { Draft } from '../forms/drafts.ts'
import {
  endQuestion,
  isStartAhead,
  runningBeside,
  type SleepForm,
  withEnd,
  withPickedDate,
} from '../forms/sleep-form-state.ts'
import { useBabyData } from '../local/use-baby-data.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { FormQuestion } from '../ui/buttons/FormQuestion.tsx'
import { TextButton } from '../ui/buttons/TextButton.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { Segmented } from '../ui/fields/Segmented.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { keepingFocus } from '../ui/layout/focus.ts'
import { Section } from '../ui/layout/Section.tsx'
import { RecordMark } from '../ui/records/RecordMark.tsx'
import { common } from '../words/entrance.es.ts'
import { formWords } from '../words/form.es.ts'
import { ahead, evening } from '../words/night.es.ts'
import { nextNap, recordTypes, sleepForm } from '../words/screens.es.ts'
import { DraftOffers } from './sleep-form/DraftOffers.tsx'
import { ElsewhereNotice } from './sleep-form/ElsewhereNotice.tsx'
import { FormHead } from './sleep-form/FormHead.tsx'
import { FormReadout } from './sleep-form/FormReadout.tsx'
import type { FormPlace } from './sleep-form/form-place.ts'
import { HowItWas } from './sleep-form/HowItWas.tsx'
import { NightQuestion } from './sleep-form/NightQuestion.tsx'
import styles from './sleep-form/SleepForm.module.css'
import { StaleQuestion } from './sleep-form/StaleQuestion.tsx'
import { TimesSection } from './sleep-form/times/TimesSection.tsx'
import { useSleepForm } from './sleep-form/use-sleep-form.ts'
import { useSteadyForm } from './sleep-form/use-steady-form.ts'
import { WarningNotice } from './sleep-form/WarningNotice.tsx'

interface SleepFormScreenProps extends FormPlace {
  topBar: ReactNode
  /** Other forms that were left with something in them. */
  drafts: readonly Draft[]
  onResume: (draft: Draft) => void
  onForget: (draft: Draft) => void
  /** Is called by «Volver». */
  onBack: () => void
}

/** Adds a sleep or edits one. A new target needs a new key, unless both are new and nothing was entered. */
export function SleepFormScreen(props: SleepFormScreenProps) {
  const { topBar, target, drafts, onResume, onForget, onBack, onDone } = props
  const { records, open, zone } = useBabyData()
  const now = useNow()
  const element = useRef<HTMLFormElement>(null)
  const [isDateFree, setDateFree] = useState(target.kind === 'new')
  const onMissing = () => firstMissing(element.current)?.focus()
  const entry = useSleepForm({ ...props, records, open, now, onMissing })
  const { form, stored, change, toggleStart, moveStart, submit, sleep, ending, warnings } = entry
  const beside = runningBeside(form, records, open, now, zone)
  const editing = target.kind === 'edit'
  const { inSight, running } = useRunningHead(sleep, entry.isBegun)
  const { head, times } = useSteadyForm(element, running !== null)
  const question = editing && sleep === null ? endQuestion(form, records, now, zone) : null

  /** What offered the end goes with it, and its ✓ comes next. */
  function takeEnd(time: LocalTime) {
    keepingFocus(
      () => change(withEnd(form, time)),
      () => firstMissing(element.current),
    )
  }

  function freeDate() {
    keepingFocus(
      () => setDateFree(true),
      () => head.current?.querySelector<HTMLElement>('input[type="date"]'),
    )
  }

  function forget(draft: Draft) {
    keepingFocus(
      () => onForget(draft),
      () => element.current?.querySelector<HTMLElement>('button, input'),
    )
  }

  return (
    <>
      <FormHead
        ref={head}
        topBar={topBar}
        tone={sleep === null || !inSight ? 'awake' : form.type === 'noche' ? 'night' : 'nap'}
        editing={editing}
        status={sleep && inSight && !running ? nextNap.sleepingSince(form.start) : null}
        date={
          <DateField
            label={sleepForm.date}
            variant="pill"
            value={form.date}
            readOnly={!isDateFree}
            onChange={(date) => change(withPickedDate(form, date))}
          />
        }
        onBack={onBack}
      >
        <FormReadout
          form={form}
          running={running}
          records={records}
          now={now}
          aside={isDateFree ? null : <TextButton onClick={freeDate}>{formWords.changeDate}</TextButton>}
          ending={ending}
        />
      </FormHead>
      <form
        ref={element}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DraftOffers drafts={drafts} now={now} onResume={onResume} onForget={forget} />
        <ElsewhereNotice form={form} stored={stored} saved={entry.saved} onEnd={takeEnd} />
        {question && <StaleQuestion form={form} now={now} wokeUpAt={question.wokeUpAt} onEnd={takeEnd} />}
        <Section first={question === null && drafts.length === 0}>
          {/* The head of a running sleep asks whether it is the night, so the form doesn’t ask again. */}
          {(running === null || nightSign(running, now, zone) === null) && (
            <NightQuestion target={target} form={form} change={change} />
          )}
          {entry.lastEvening !== null && (
            <FormQuestion
              mark={<RecordMark type="noche" />}
              question={evening.ofYesterday}
              answers={[[evening.ofToday, entry.keepToday]]}
            />
          )}
          {entry.lastEvening === null && isStartAhead(form, now, zone) && (
            <FormQuestion
              mark={<Icon name="circle-alert" small />}
              question={ahead.notYet}
              answers={[[ahead.wasYesterday, () => change(withPickedDate(form, addDays(form.date, -1)))]]}
            />
          )}
          {beside && (
            <FormQuestion
              mark={<Icon name="circle-alert" small />}
              question={formWords.alreadyAsleep(
                recordTypes[beside.type].toLowerCase(),
                startTimeOf(beside) ?? '',
              )}
              answers={[]}
            />
          )}
          <div ref={times}>
            <TypeChoice form={form} change={change} />
            <TimesSection
              form={form}
              records={records}
              now={now}
              change={change}
              onEnterStart={entry.enterStart}
              onStartNow={entry.startNow}
              onToggleStart={toggleStart}
              onMoveStart={moveStart}
              isEndAsked={question !== null}
            />
          </div>
        </Section>
        <HowItWas form={form} isClosing={entry.isClosing} change={change} onTyping={entry.typing} />
        <Section>
          {form.running && <p className={styles.kept}>{sleepForm.keptWhileRunning}</p>}
          <WarningNotice warnings={warnings} />
          <div className={styles.actions}>
            <Button type="submit" variant="primary">
              {warnings.length > 0 ? sleepForm.saveAnyway : common.save}
            </Button>
            {!editing && sleep === null && form.date !== localDateAt(now, zone) && (
              <Button variant="quiet" onClick={() => submit('another')}>
                {formWords.saveAndAnother}
              </Button>
            )}
            <Button variant="quiet" onClick={onDone}>
              {common.cancel}
            </Button>
          </div>
        </Section>
      </form>
    </>
  )
}

/**
 * Whether the form is in sight, and the sleep whose head it has then: one that was running when it came into sight. One
 * that ✓ has just started gets it the next time, lest the form move under the thumb. A new form in which nothing was
 * begun has no sleep, and so it isn't drawn anew for being seen.
 */
function useRunningHead(sleep: SleepRecord | null, isBegun: boolean) {
  const [seen, setSeen] = useState({ visit: 0, wasRunning: false })
  const visit = useVisit({ isFollowed: isBegun, isEndDrawn: sleep !== null || seen.wasRunning })
  if (seen.visit !== visit) setSeen({ visit, wasRunning: sleep !== null })
  const inSight = visit !== 0
  return { inSight, running: inSight && seen.wasRunning ? sleep : null }
}

/** The first time that is missing, or whose ✓ is. */
function firstMissing(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('input:invalid, button[aria-pressed="false"]:enabled')
}

function TypeChoice({ form, change }: { form: SleepForm; change: (next: SleepForm) => void }) {
  return (
    <Segmented
      legend={sleepForm.type}
      hideLegend
      options={(['siesta', 'noche'] as const).map((type) => ({
        value: type,
        label: recordTypes[type],
        icon: <RecordMark type={type} />,
      }))}
      value={form.type}
      onChange={(type) => change({ ...form, type })}
    />
  )
}
