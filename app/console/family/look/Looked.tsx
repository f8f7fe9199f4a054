import { type ReactNode, useEffect, useState } from 'react'
import { type LocalDate, localDateAt } from '../../../../core/time/time.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import { useIsInSight } from '../../../device/panel-visibility.ts'
import { useNow } from '../../../device/use-now.ts'
import { useBabyData } from '../../../local/use-baby-data.ts'
import { Spinner } from '../../../ui/waiting/Spinner.tsx'
import { familyPage as words } from '../../../words/console/family.es.ts'
import { looked, useLooked } from './console-store.ts'
import type { Look } from './looked-family.ts'
import { PartUnheard } from './Notice.tsx'

interface LookedProps {
  /** The same list each time. */
  looks: readonly Look[]
  /** It stands beside another part, which says aloud what is wrong with both. */
  isBeside?: boolean
  children: ReactNode
}

/** Shows what is looked at once the family can read that it was, and its rows are here. */
export function Looked({ looks, isBeside = false, children }: LookedProps) {
  // The provider's day: on the next one the same screen is another look.
  const today = localDateAt(useNow(), MADRID)
  return (
    <>
      <Note key={today} looks={looks} />
      <OnceNoted looks={looks} isBeside={isBeside} today={today}>
        {children}
      </OnceNoted>
    </>
  )
}

/** Notes the looks once somebody can see the page, for as long as it stays: a tab left open looks at nothing. */
function Note({ looks }: Pick<LookedProps, 'looks'>) {
  const inSight = useIsInSight()
  const [wasSeen, setSeen] = useState(false)
  if (inSight && !wasSeen) setSeen(true)
  useEffect(() => {
    if (!wasSeen) return
    const ends = looks.map((look) => looked.look(look))
    return () => {
      for (const end of ends) end()
    }
  }, [looks, wasSeen])
  return null
}

function OnceNoted({ looks, isBeside, today, children }: Required<LookedProps> & { today: LocalDate }) {
  const state = useLooked()
  const { phase, loadFailed } = useBabyData()
  if (state.kind !== 'open') return null
  const isNoted = looks.every((look) => state.noted.get(look) === today)
  if (!isNoted && looks.some((look) => state.unheard.has(look))) return <PartUnheard isBeside={isBeside} />
  // A first reading that failed is tried again: there is nothing to show before it has come.
  if (!isNoted || phase === 'loading' || loadFailed) return <Spinner label={words.reading} />
  return children
}
