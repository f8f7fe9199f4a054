import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Agreed, type Consulted, type Support, supportOf } from './remote-support.ts'
import { noteKeeperOf } from './use-note.ts'

interface Known {
  consulted: Consulted
  agreed: Agreed | null
}

interface UsedSupport {
  support: Support
  /** null: it isn't known yet. */
  known: Known | null
  isUnheard: boolean
  refresh: () => Promise<void>
}

const ASK_EVERY_MS = 60_000

/** What a family and its consultant have between them; asked for anew each minute while the page is in sight. */
export function useSupport(familyId: string, accountId: string): UsedSupport {
  const support = useMemo(() => supportOf(familyId, accountId), [familyId, accountId])
  const [known, setKnown] = useState<Known | null>(null)
  const [isUnheard, setUnheard] = useState(false)
  const asked = useRef(0)

  const refresh = useCallback(async () => {
    asked.current += 1
    const turn = asked.current
    const keeper = noteKeeperOf(familyId, accountId)
    const noteTurn = keeper.turn()
    const [consulted, agreed] = await Promise.all([support.read(), support.readAgreed()])
    // What was asked for later is newer, whichever answer comes first.
    if (turn !== asked.current) return
    setUnheard(consulted.failure !== null || agreed.failure !== null)
    if (consulted.failure !== null || agreed.failure !== null) return
    keeper.adopt(consulted.data.note, noteTurn)
    setKnown({ consulted: consulted.data, agreed: agreed.data })
  }, [support, familyId, accountId])

  useEffect(() => {
    const ask = () => document.visibilityState === 'visible' && void refresh()
    ask()
    const timer = setInterval(ask, ASK_EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [refresh])
  return { support, known, isUnheard, refresh }
}
