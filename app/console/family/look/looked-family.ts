import * as v from 'valibot'
import type { DiaryKey } from '../../../family/diary-key.ts'
import { diaryKey } from '../../../family/diary-key.ts'
import type { Called } from '../../../family/remote-families.ts'
import type { DiaryAccess } from '../../../sync/guest.ts'
import { isRefusal } from '../../../wire/failures.ts'
import { type ConsultedFamily, consultedFamiliesSchema } from './consulted-family.ts'

/** What is looked at, as the family reads it in its history. */
export type Look = 'diary' | 'week' | 'trend' | 'plan' | 'printed' | 'report'

/** How a family stands that somebody wants to look at. */
export type LookedState =
  | { kind: 'none' }
  | { kind: 'opening' }
  /** The server doesn't say. */
  | { kind: 'unheard' }
  /** It isn't open to who asks. `wasOpen`: it was, a moment ago. */
  | { kind: 'closed'; wasOpen: boolean }
  | {
      kind: 'open'
      family: ConsultedFamily
      /** What stands in the family's history already, so that it may be shown. */
      noted: ReadonlySet<Look>
      /** A look couldn't be noted, because the server doesn't answer. */
      isUnheard: boolean
    }

export interface LookedFamilyParts {
  /** Calls a function of the database in the name of an account. */
  call: <T>(
    name: string,
    parameters: Record<string, unknown>,
    schema: v.GenericSchema<unknown, T>,
    accountId: string,
  ) => Promise<Called<T>>
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
  /** Asks once more for what the server didn't say. */
  again: () => void
  access: DiaryAccess
}

interface Opened {
  accountId: string
  familyId: string
}

export function createLookedFamily({ call }: LookedFamilyParts): LookedFamily {
  let state: LookedState = { kind: 'none' }
  let opened: Opened | null = null
  /** What is on screen now: some of it may be there twice. */
  const inSight: Look[] = []
  const listeners = new Set<() => void>()

  function become(next: LookedState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function close(): void {
    become({ kind: 'closed', wasOpen: state.kind === 'open' })
  }

  /** Asks how the family stands. False: the server didn't say. */
  async function ask(asked: Opened): Promise<boolean> {
    const { data, failure } = await call('consulted_families', {}, consultedFamiliesSchema, asked.accountId)
    if (asked !== opened) return false
    if (data === null) {
      if (isRefusal(failure)) close()
      else if (state.kind !== 'open') become({ kind: 'unheard' })
      return isRefusal(failure)
    }
    const family = data.families.find(({ family_id }) => family_id === asked.familyId)
    if (family === undefined) close()
    else if (state.kind === 'open') become({ ...state, family })
    else become({ kind: 'open', family, noted: new Set(), isUnheard: false })
    return true
  }

  /** Notes looks in the family's history, by which its rows can be read until the end of the day. */
  async function note(asked: Opened, looks: readonly Look[]): Promise<void> {
    const { familyId: family_id, accountId } = asked
    const answers = await Promise.all(
      looks.map((part) => call('open_family', { family_id, part }, v.unknown(), accountId)),
    )
    if (asked !== opened || state.kind !== 'open') return
    if (answers.some(({ failure }) => failure !== null && isRefusal(failure))) return close()
    const done = looks.filter((_, index) => answers[index]?.failure === null)
    become({ ...state, noted: new Set([...state.noted, ...done]), isUnheard: done.length < looks.length })
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
    again() {
      if (opened === null) return
      if (state.kind === 'open') void note(opened, inSight)
      else void ask(opened)
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
