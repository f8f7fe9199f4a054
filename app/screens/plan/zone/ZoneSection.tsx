import { useEffect, useState } from 'react'
import { localTimeAt } from '../../../../core/time/time.ts'
import { timeZone } from '../../../../core/time/zone.ts'
import { useNow } from '../../../device/use-now.ts'
import { whenIdle } from '../../../device/when-idle.ts'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { Section } from '../../../ui/Section.tsx'
import { zoneWords } from '../../../words/time-zone.es.ts'
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
  const [far, setFar] = useState<readonly ZoneGroup[]>([])
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const near = nearZones(own, stored)
  useEffect(() => whenIdle(() => setFar(farZones(everyZone(), nearZones(own, stored)))), [own, stored])
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
        {[...near, ...far].map(({ label, zones }) => (
          <optgroup key={label} label={label}>
            {zones.map(({ name, place }) => (
              <option key={name} value={name}>
                {place}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <p className="note">{zoneWords.explained}</p>
    </Section>
  )
}

/** None where the browser can't list them: Spain's and the phone's own stay. */
function everyZone(): string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
}
