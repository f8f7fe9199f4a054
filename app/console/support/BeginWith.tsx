import { ageOn, knownBirthDate } from '../../../core/baby/age.ts'
import { localDateAt } from '../../../core/time/time.ts'
import { useNow } from '../../device/use-now.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { TextButton } from '../../ui/buttons/TextButton.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { agesText } from '../../words/console/plans.es.ts'
import { support, proposal as words } from '../../words/console/support.es.ts'
import type { Plan } from '../plans/plan-draft.ts'
import { planOf, type Template } from '../plans/remote-templates.ts'
import { useTemplates } from '../plans/use-templates.ts'
import { useRetry } from '../shared/use-retry.ts'

interface BeginWithProps {
  accountId: string
  /** The template's id; '' for the plan in force. */
  value: string
  /** Null: the plan in force. */
  onChange: (begun: string, plan: Plan | null) => void
  /** The button that asked for the templates once more goes. */
  onHeard: () => void
}

/** What a proposal begins with: the family's plan or a template, those for the baby's age first. */
export function BeginWith({ accountId, value, onChange, onHeard }: BeginWithProps) {
  const { templates: known, ask } = useTemplates(accountId)
  const retry = useRetry(askAgain)
  const templates = typeof known === 'string' ? [] : known
  const { baby, zone } = useBabyData()
  const today = localDateAt(useNow(), zone)

  const bornOn = baby === null ? null : knownBirthDate(baby)
  const months = bornOn === null ? null : ageOn(bornOn, today).totalMonths
  const fits = (template: Template) =>
    months !== null && template.from_months <= months && months < template.to_months
  const [forAge, others] = [templates.filter(fits), templates.filter((template) => !fits(template))]

  function choose(id: string) {
    const template = templates.find((one) => one.id === id)
    onChange(id, template === undefined ? null : planOf(template))
  }

  async function askAgain() {
    if (await ask()) onHeard()
  }

  if (known === 'unheard') {
    return (
      <p className="hint">
        {words.beginUnheard}{' '}
        <TextButton aria-disabled={retry.isAsking} onClick={retry.again}>
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
      value={templates.some(({ id }) => id === value) ? value : ''}
      disabled={templates.length === 0}
      onChange={choose}
    >
      <option value="">{words.presentPlan}</option>
      {forAge.length > 0 && <optgroup label={words.forAge}>{forAge.map(optionOf)}</optgroup>}
      {others.length > 0 && <optgroup label={words.otherAges}>{others.map(optionOf)}</optgroup>}
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
