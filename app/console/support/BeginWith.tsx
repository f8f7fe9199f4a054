import { useRef } from 'react'
import { ageOn, knownBirthDate } from '../../../core/baby/age.ts'
import type { SleepPlan } from '../../../core/plan/plan.ts'
import type { PlanPeriod } from '../../../core/plan/plan-history.ts'
import { localDateAt } from '../../../core/time/time.ts'
import { useNow } from '../../device/use-now.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { planHistoryWords } from '../../words/console/family.es.ts'
import { agesText } from '../../words/console/plans.es.ts'
import { support, proposal as words } from '../../words/console/support.es.ts'
import type { Plan } from '../plans/plan-draft.ts'
import { planOf, type Template } from '../plans/remote-templates.ts'
import { usePlanHistory } from '../plans/use-plan-history.ts'
import { useTemplates } from '../plans/use-templates.ts'
import { useRetry } from '../shared/use-retry.ts'

interface BeginWithProps {
  accountId: string
  familyId: string
  /** In force now. */
  plan: SleepPlan
  /** The id of the template, or of the plan of before; '' for the plan in force. */
  value: string
  /** Null: the plan in force. */
  onChange: (begun: string, plan: Plan | null) => void
  /** The button that asked for the templates once more goes; null: it has gone. */
  onHeard: (button: HTMLElement | null) => void
}

/** So many plans of before are offered: older ones fitted a baby who was much younger. */
const MOST_BEFORE = 5

const idOf = ({ to }: PlanPeriod) => `until ${to}`

/**
 * What a proposal begins with: the family's plan, a template, those for the baby's age first, or a plan of before, by
 * which a change can be taken back.
 */
export function BeginWith({ accountId, familyId, plan, value, onChange, onHeard }: BeginWithProps) {
  const { templates: known, ask } = useTemplates(accountId)
  const retry = useRetry(askAgain)
  const again = useRef<HTMLButtonElement>(null)
  const templates = typeof known === 'string' ? [] : known
  const { history } = usePlanHistory(accountId, familyId, plan)
  const before = typeof history === 'string' ? [] : history.slice(1, 1 + MOST_BEFORE)
  const { baby, zone } = useBabyData()
  const today = localDateAt(useNow(), zone)

  const bornOn = baby === null ? null : knownBirthDate(baby)
  const months = bornOn === null ? null : ageOn(bornOn, today).totalMonths
  const fits = (template: Template) =>
    months !== null && template.from_months <= months && months < template.to_months
  const [forAge, others] = [templates.filter(fits), templates.filter((template) => !fits(template))]

  function choose(id: string) {
    const chosen = templates.find((one) => one.id === id) ?? before.find((one) => idOf(one) === id)?.plan
    onChange(id, chosen === undefined ? null : planOf(chosen))
  }

  async function askAgain() {
    if (await ask()) onHeard(again.current)
  }

  if (known === 'unheard') {
    return (
      <p className="hint">
        {words.beginUnheard}{' '}
        <TextButton ref={again} aria-disabled={retry.isAsking} onClick={retry.again}>
          {support.again}
        </TextButton>{' '}
        <span role="status">{retry.said}</span>
      </p>
    )
  }
  return (
    <SelectField
      label={words.beginWith}
      hint={words.beginHint}
      value={[...templates.map(({ id }) => id), ...before.map(idOf)].includes(value) ? value : ''}
      disabled={templates.length + before.length === 0}
      onChange={choose}
    >
      <option value="">{words.presentPlan}</option>
      {forAge.length > 0 && <optgroup label={words.forAge}>{forAge.map(optionOf)}</optgroup>}
      {others.length > 0 && <optgroup label={words.otherAges}>{others.map(optionOf)}</optgroup>}
      {before.length > 0 && (
        <optgroup label={words.before}>
          {before.map((period) => (
            <option key={idOf(period)} value={idOf(period)}>
              {periodText(period)}
            </option>
          ))}
        </optgroup>
      )}
    </SelectField>
  )
}

function optionOf({ id, name, from_months, to_months }: Template) {
  return (
    <option key={id} value={id}>
      {`${name} · ${agesText(from_months, to_months)}`}
    </option>
  )
}

/** A plan that isn't in force has a last day. */
function periodText({ from, to }: PlanPeriod): string {
  return to === null ? '' : planHistoryWords.period(from, to)
}
