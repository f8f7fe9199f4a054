import { useState } from 'react'
import { mayBeNight } from '../../../core/night/evening.ts'
import { DEFAULT_PLAN } from '../../../core/plan/plan.ts'
import type { FormTarget, SleepForm } from '../../forms/sleep-form-state.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { FormQuestion } from '../../ui/buttons/FormQuestion.tsx'
import { RecordMark } from '../../ui/records/RecordMark.tsx'
import { evening } from '../../words/night.es.ts'

interface NightQuestionProps {
  target: FormTarget
  form: SleepForm
  change: (next: SleepForm) => void
}

/** In the evening a new sleep, or one that runs as a nap, may be the night: one tap says so. */
export function NightQuestion({ target, form, change }: NightQuestionProps) {
  const { plan, records } = useBabyData()
  // Of this opening of the form: the next one asks anew.
  const [denied, setDenied] = useState<FormTarget | null>(null)
  const isAsked = (target.kind === 'new' || form.running) && form.type === 'siesta' && denied !== target
  const bedtime = (plan ?? DEFAULT_PLAN).night_bedtime
  if (!isAsked || form.start === '' || !mayBeNight(form.date, form.start, bedtime, records)) return null
  return (
    <FormQuestion
      mark={<RecordMark type="noche" />}
      question={evening.question}
      answers={[
        [evening.yes, () => change({ ...form, type: 'noche' })],
        [evening.no, () => setDenied(target)],
      ]}
    />
  )
}
