import type { Disturbance } from '../../../core/records/sleep-record.ts'
import { Icon, type IconName } from '../icons/Icon.tsx'

const ICON: Record<Disturbance, IconName> = {
  fever: 'thermometer',
  routineChange: 'shuffle',
  newFood: 'carrot',
  reducedAppetite: 'utensils-crossed',
  teething: 'tooth',
}

/** Decoration: its name is written beside it. */
export function DisturbanceIcon({ disturbance }: { disturbance: Disturbance }) {
  return <Icon name={ICON[disturbance]} small />
}
