import * as v from 'valibot'
import { type LocalDate, localDateAt } from '../../../../core/time/time.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import type { DiaryKey } from '../../../family/diary-key.ts'
import { diaryKey } from '../../../family/diary-key.ts'
import type { Called } from '../../../family/remote-families.ts'
import type { DiaryAccess } from '../../../sync/guest.ts'
import { isRefusal } from '../../../wire/failures.ts'
import type { ConsultedFamily } from '../../families/consulted.ts'
import { answerOrder } from '../../shared/answer-order.ts'
import { consultedFamiliesSchema, familyAmong } from './consulted-family.ts'

/** What is looked at, as the family reads it in its history. */
export type Look = 'diary' | 'week' | 'trend' | 'plan' | 'printed' | 'report'

/** Why a family is closed to who asks; 'ended': it was open a moment ago. */
export type WhyClosed = 'not-let-in' | 'ended' | 'no-staff'

/** How a family stands that somebody wants to look at. */
export type LookedState =
  | { kind: 'none' }
  | { kind: 'opening' }
  /** The server doesn't say. */
  | { kind: 'unheard' }
  | { kind: 'closed'; why: WhyClosed }
  | {
      kind: 'open'
      family: ConsultedFamily
      /** What stands in the family's history, so that it may be shown for the rest of that day, the provider's. */
      noted: ReadonlyMap<Look, LocalDate>
      /** What couldn't be noted, because the server doesn't answer. */
      unheard: ReadonlySet<Look>
    }

export interface LookedFamilyParts {
  /** Calls a function of the database in the name of an account. */
  call: <T>(
    name: string,
    parameters: Record<string, unknown>,
    schema: v.GenericSchema<unknown, T>,
    accountId: string,
  ) => Promise<Called<T>>
  /** Epoch milliseconds. */
  now: () => number
}

/** The one family that the console looks at, and what of it has been noted. */
export interface LookedFamily {
  state: () => LookedState
  subscribe: (listener: () => void) => () => void
  /** Which diary is to be held; null until a look at it has been noted. */
  diary: () => DiaryKey | null
  open: (accountId: string, familyId: string) => void
  /** Shows no family any more. */
  leave: () => void
  /** Begins a look; the returned function ends it. Nothing of the family is read before it is noted. */
  look: (look: Look) => () => void
  /** The dates of a family's support are these by now: whatever was asked for before is older. */
  setSupport: (familyId: string, support: NonNullable<ConsultedFamily['support']>) => void
  /** Asks once more for what the server didn't say; resolves when that has been answered, or not. */
  again: () => Promise<void>
  access: DiaryAccess
}

interface Opened {
  accountId: string
  familyId: string
}

export function createLookedFamily({ call, now }: LookedFamilyParts): LookedFamily {
  let state: LookedState = { kind: 'none' }
  let opened: Opened | null = null
  /** Whether it could be looked at since it was opened here. */
  let wasOpen = false
  /** What is on screen now: some of it may be there twice. */
  const inSight: Look[] = []
  const order = answerOrder()
  const listeners = new Set<() => void>()

  function become(next: LookedState): void {
    state = next
    for (const listener of listeners) listener()
  }

  /** Says the first reason only: what hears of it later knows less. */
  function close(why: WhyClosed): void {
    if (state.kind !== 'closed') become({ kind: 'closed', why })
  }

  /** Asks how the family stands. False: the server didn't say. */
  async function ask(asked: Opened): Promise<boolean> {
    const question = order.ask()
    const { data, failure } = await call('consulted_families', {}, consultedFamiliesSchema, asked.accountId)
    if (asked !== opened) return false
    if (data !== null && !order.hear(question)) return ask(asked)
    if (failure !== null && isRefusal(failure)) {
      // That list is refused to nobody but those who don't work for the provider.
      close('no-staff')
      return true
    }
    const family = data === null ? 'unreadable' : familyAmong(data.families, asked.familyId)
    if (family === 'unreadable') {
      if (state.kind === 'opening') become({ kind: 'unheard' })
      return false
    }
    if (family === null) close(wasOpen ? 'ended' : 'not-let-in')
    else if (state.kind === 'open') become({ ...state, family })
    else become({ kind: 'open', family, noted: new Map(), unheard: new Set() })
    wasOpen ||= family !== null
    return true
  }

  /** Notes looks in the family's history, by which its rows can be read until the end of the day. */
  async function note(asked: Opened, looks: readonly Look[]): Promise<void> {
    const { familyId: family_id, accountId } = asked
    if (state.kind === 'open') become({ ...state, unheard: without(state.unheard, looks) })
    const day = localDateAt(now(), MADRID)
    const answers = await Promise.all(
      looks.map((part) => call('open_family', { family_id, part }, v.unknown(), accountId)),
    )
    if (asked !== opened || state.kind !== 'open') return
    if (answers.some(({ failure }) => failure !== null && isRefusal(failure))) return refused(asked)
    const done = looks.filter((_, index) => answers[index]?.failure === null)
    const missed = looks.filter((look) => !done.includes(look))
    become({
      ...state,
      noted: new Map([...state.noted, ...done.map((look) => [look, day] as const)]),
      unheard: new Set([...without(state.unheard, done), ...missed]),
    })
  }

  /** A look that is refused hides the family; the list of families tells why. It may lack no more than a factor. */
  async function refused(asked: Opened): Promise<void> {
    const isSaid = await ask(asked)
    if (asked !== opened) return
    if (isSaid) close('ended')
    else if (state.kind === 'open') become({ kind: 'unheard' })
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    diary: () =>
      opened !== null && state.kind === 'open' && state.noted.size > 0
        ? diaryKey(opened.accountId, opened.familyId)
        : null,
    open(accountId, familyId) {
      opened = { accountId, familyId }
      wasOpen = false
      become({ kind: 'opening' })
      void ask(opened)
    },
    leave() {
      opened = null
      become({ kind: 'none' })
    },
    look(look) {
      inSight.push(look)
      if (opened !== null) void note(opened, [look])
      return () => void inSight.splice(inSight.indexOf(look), 1)
    },
    setSupport(familyId, support) {
      if (opened?.familyId !== familyId) return
      order.overtake()
      if (state.kind === 'open') become({ ...state, family: { ...state.family, support } })
    },
    async again() {
      if (opened === null) return
      if (state.kind === 'open') await note(opened, [...new Set(inSight)])
      else await ask(opened)
    },
    access: {
      known: ({ familyId }) =>
        state.kind === 'open' && familyId === opened?.familyId ? state.family.access_rev : null,
      /** Reading may have been refused because a day is over: what is on screen is looked at anew. */
      async learn({ familyId }) {
        const asked = opened
        if (asked === null || asked.familyId !== familyId) return false
        const isSaid = await ask(asked)
        if (isSaid && state.kind === 'open') await note(asked, [...new Set(inSight)])
        return isSaid
      },
    },
  }
}

function without(looks: ReadonlySet<Look>, others: readonly Look[]): ReadonlySet<Look> {
  return new Set([...looks].filter((look) => !others.includes(look)))
}
