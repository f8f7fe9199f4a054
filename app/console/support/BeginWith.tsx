import { useEffect, useState } from 'react'
import { ageOn, knownBirthDate } from '../../../core/baby/age.ts'
import { localDateAt } from '../../../core/time/time.ts'
import { useNow } from '../../device/use-now.ts'
import { useBabyData } from '../../local/use-baby-data.ts'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { agesText } from '../../words/console/plans.es.ts'
import { proposal as words } from '../../words/console/support.es.ts'
import type { Plan } from '../plans/plan-draft.ts'
import { planOf, readTemplates, type Template } from '../plans/remote-templates.ts'

interface BeginWithProps {
  accountId: string
  /** The template's id; '' for the plan in force. */
  value: string
  /** Null: the plan in force. */
  onChange: (begun: string, plan: Plan | null) => void
}

/** What a proposal begins with: the family's plan or a template, those for the baby's age first. */
export function BeginWith({ accountId, value, onChange }: BeginWithProps) {
  const [templates, setTemplates] = useState<readonly Template[]>([])
  const { baby, zone } = useBabyData()
  const today = localDateAt(useNow(), zone)
  useEffect(() => {
    void readTemplates(accountId).then(({ data }) => setTemplates(data ?? []))
  }, [accountId])

  const bornOn = baby === null ? null : knownBirthDate(baby)
  const months = bornOn === null ? null : ageOn(bornOn, today).totalMonths
  const fits = (template: Template) =>
    months !== null && template.from_months <= months && months < template.to_months
  const [forAge, others] = [templates.filter(fits), templates.filter((template) => !fits(template))]

  function choose(id: string) {
    const template = templates.find((one) => one.id === id)
    onChange(id, template === undefined ? null : planOf(template))
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
