import { useSeenPart } from '../shared/use-seen-part.ts'

const load = () => import('./CarersPart.tsx').then(({ CarersPart }) => CarersPart)

/** Who else sees the diary. */
export function CarersCard() {
  const { Part } = useSeenPart(load)
  return Part && <Part />
}
