import { useEffect, useMemo, useState } from 'react'
import { localTimeAt } from '../../../../core/time/time.ts'
import { timeZone } from '../../../../core/time/zone.ts'
import { usePanelVisibility } from '../../../device/panel-visibility.ts'
import { useNow } from '../../../device/use-now.ts'
import { whenIdle } from '../../../device/when-idle.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { zoneWords } from '../../../words/time-zone.es.ts'
import { farZones, nearZones, partsOfWorld, type ZoneGroup, zonesIn } from './zone-options.ts'

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

/**
 * The zones of the world, more and more of them: a part of it at a time is named, when nothing else is to be done and
 * the plan is looked at. Most starts of the app never come here, and all names together would hold up a tap.
 */
function useWorld(): readonly ZoneGroup[] {
  const visibility = usePanelVisibility()
  const [named, setNamed] = useState<readonly ZoneGroup[]>([])
  const next = partsOfWorld[named.length]
  useEffect(() => {
    if (next === undefined) return
    return visibility.during(() =>
      whenIdle(() => setNamed((before) => [...before, zonesIn(next, everyZone())])),
    )
  }, [visibility, next])
  return named
}

/** None where the browser can't list them: Spain's and the phone's own stay. */
function everyZone(): string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
}
