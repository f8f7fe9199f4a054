import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { answerOrder } from '../shared/answer-order.ts'
import { inFront } from '../shared/in-front.ts'
import {
  type Consulted,
  type SupportCalls,
  type SupportedFamily,
  supportCalls,
} from './calls/remote-support.ts'
import { noteKeeperOf } from './use-note.ts'

interface UsedSupport {
  calls: SupportCalls
  /** null: it isn't known yet. */
  consulted: Consulted | null
  isUnheard: boolean
  refresh: () => Promise<Consulted | null>
}

const ASK_EVERY_MS = 60_000

/**
 * What a family and its consultant have between them: asked for anew when either has said something, and when the page
 * comes to the front and each minute while it is in sight, for the note of another window and after an answer that
 * didn't come.
 */
export function useSupport(
  { family_id: familyId, access_rev: accessRev }: SupportedFamily,
  accountId: string,
): UsedSupport {
  const calls = useMemo(() => supportCalls(familyId, accountId), [familyId, accountId])
  const [consulted, setConsulted] = useState<Consulted | null>(null)
  const [isUnheard, setUnheard] = useState(false)
  const order = useRef(answerOrder())
  const askedAtRev = useRef<number | null>(null)

  const refresh = useCallback(async () => {
    const question = order.current.ask()
    const keeper = noteKeeperOf(familyId, accountId)
    const noteTurn = keeper.turn()
    const { data } = await calls.read()
    if (data === null) {
      if (order.current.isLast(question)) setUnheard(true)
      return null
    }
    if (!order.current.hear(question)) return data
    setUnheard(false)
    keeper.adopt(data.note, noteTurn)
    setConsulted(data)
    return data
  }, [calls, familyId, accountId])

  useEffect(() => {
    if (askedAtRev.current === accessRev) return
    askedAtRev.current = accessRev
    void refresh()
  }, [refresh, accessRev])

  useEffect(() => {
    const ask = () => void refresh()
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), ASK_EVERY_MS)
    const notInFront = inFront(ask)
    return () => {
      clearInterval(timer)
      notInFront()
    }
  }, [refresh])
  return { calls, consulted, isUnheard, refresh }
}
