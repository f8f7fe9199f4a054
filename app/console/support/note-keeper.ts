import { retryDelayMs } from '../../wire/backoff.ts'

/**
 * What became of a note that was sent. `unheard`: nobody answered, and it is tried again. `refused`: the family lets
 * its consultant in no more. `failed`: the server doesn't take this text.
 */
export type SaveOutcome = 'saved' | 'unheard' | 'refused' | 'failed'

export interface NoteState {
  text: string
  /** waiting: typed, not sent yet. What was unheard is called so until there is an answer. */
  phase: 'saved' | 'waiting' | 'saving' | Exclude<SaveOutcome, 'saved'>
}

export interface NoteKeeper {
  state: () => NoteState
  subscribe: (listener: () => void) => () => void
  edit: (text: string) => void
  /** Sends what waits at once, as when the field is left. */
  flush: () => void
  /** How often the note was edited or saved: for `adopt`. */
  turn: () => number
  /** Takes the server's text, unless the note was edited or saved since that turn: the answer may be the older one. */
  adopt: (text: string, turn: number) => void
  /** Sends nothing any more. */
  stop: () => void
}

/** So long nothing is typed before a note is sent. */
const PAUSE_MS = 1_000

/** Holds a note from the first letter typed until the server has it, however often that fails. */
export function createNoteKeeper(save: (text: string) => Promise<SaveOutcome>): NoteKeeper {
  let state: NoteState = { text: '', phase: 'saved' }
  /** What the server has; null: it isn't known, because a save may have arrived whose answer was lost. */
  let saved: string | null = ''
  let turn = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let isStopped = false
  const listeners = new Set<() => void>()

  function show(next: NoteState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function later(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), ms)
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    if (isStopped || isSending || state.text === saved) return
    const sent = state.text
    isSending = true
    show({ text: sent, phase: failures > 0 ? 'unheard' : 'saving' })
    const outcome = await save(sent)
    isSending = false
    if (isStopped) return
    if (outcome === 'unheard') {
      failures += 1
      saved = null
      show({ ...state, phase: 'unheard' })
      return later(retryDelayMs(failures, Math.random()))
    }
    failures = 0
    if (outcome === 'saved') {
      turn += 1
      saved = sent
    }
    if (state.text === saved) return show({ ...state, phase: 'saved' })
    if (state.text === sent) return show({ ...state, phase: outcome })
    show({ ...state, phase: 'waiting' })
    later(PAUSE_MS)
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit(text) {
      turn += 1
      const isBack = text === saved && !isSending
      show({ text, phase: isBack ? 'saved' : 'waiting' })
      if (isBack) clearTimeout(timer)
      else later(PAUSE_MS)
    },
    flush: () => void send(),
    turn: () => turn,
    adopt(text, since) {
      if (turn !== since || state.phase !== 'saved') return
      saved = text
      if (text !== state.text) show({ text, phase: 'saved' })
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
