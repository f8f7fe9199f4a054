import { startTransition, useEffect, useMemo, useState } from 'react'
import { localTimeAt } from '../../../../core/time/time.ts'
import { timeZone } from '../../../../core/time/zone.ts'
import { usePanelVisibility } from '../../../device/panel-visibility.ts'
import { useNow } from '../../../device/use-now.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { zoneWords } from '../../../words/time-zone.es.ts'
import { nameWorld } from './name-world.ts'
import { farZones, nearZones, type ZoneGroup } from './zone-options.ts'

interface ZoneSectionProps {
  /** An IANA name, as stored or as chosen. */
  value: string
  /** What is stored, which stays in the list while another one is chosen. */
  stored: string
  /** It can't be changed now. */
  locked: boolean
  onChange: (name: string) => void
}

/** By which clock the family lives. */
export function ZoneSection({ value, stored, locked, onChange }: ZoneSectionProps) {
  const now = useNow()
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const world = useWorld()
  // Several hundred lines, which a tap on the tab would draw anew.
  const options = useMemo(() => {
    const near = nearZones(own, stored)
    return [...near, ...farZones(world, near)].map(({ label, zones }) => (
      <optgroup key={label} label={label}>
        {zones.map(({ name, place }) => (
          <option key={name} value={name}>
            {place}
          </option>
        ))}
      </optgroup>
    ))
  }, [own, stored, world])
  const zone = timeZone(value)
  return (
    <Section title={zoneWords.title}>
      <SelectField
        label={zoneWords.label}
        hint={
          locked
            ? zoneWords.asleep
            : zone === null
              ? zoneWords.unknown(value)
              : zoneWords.now(localTimeAt(now, zone))
        }
        value={value}
        disabled={locked}
        onChange={onChange}
      >
        {options}
      </SelectField>
      <p className="hint">{zoneWords.explained}</p>
    </Section>
  )
}

/** The zones of the world, once the plan has been looked at for a moment: most starts of the app never come here. */
function useWorld(): readonly ZoneGroup[] {
  const visibility = usePanelVisibility()
  const [world, setWorld] = useState<readonly ZoneGroup[] | null>(null)
  const isNamed = world !== null
  useEffect(() => {
    if (!isNamed) return visibility.during(() => nameWorld((named) => startTransition(() => setWorld(named))))
  }, [visibility, isNamed])
  return world ?? []
}
