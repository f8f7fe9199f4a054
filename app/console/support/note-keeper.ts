import { retryDelayMs } from '../../wire/backoff.ts'

/**
 * What became of a note that was sent. `unheard`: nobody answered, and it is tried again. `refused`: the family lets
 * its consultant in no more. `failed`: the server doesn't take this text. Or another window has written what stands
 * there instead, which its writer hasn't seen.
 */
export type SaveOutcome = 'saved' | Unsaved | { other: string }
type Unsaved = 'unheard' | 'refused' | 'failed'

export type NoteState =
  | {
      text: string
      /** waiting: typed, not sent yet. What was unheard is called so until there is an answer. */
      phase: 'saved' | 'waiting' | 'saving' | Unsaved
    }
  /** Nothing is sent until somebody has decided between the two. */
  | { text: string; phase: 'overtaken'; other: string }

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
  /** Saves a text in the place of both, its own and the other one. */
  decide: (text: string) => void
  /** Sends nothing until somebody writes or decides again. */
  giveUp: () => void
  /** Sends nothing any more. */
  stop: () => void
}

/** So long nothing is typed before a note is sent. */
const PAUSE_MS = 1_000

/** Holds a note from the first letter typed until the server has it, however often that fails. */
export function createNoteKeeper(save: (text: string, seen: string) => Promise<SaveOutcome>): NoteKeeper {
  let state: NoteState = { text: '', phase: 'saved' }
  /** What the server had when it was heard last. */
  let seen = ''
  /** Sent since, without an answer: it may have any of them. */
  const unheard = new Set<string>()
  let turn = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let isGivenUp = false
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

  const isSaved = (text: string) => unheard.size === 0 && text === seen

  function hear(text: string): void {
    turn += 1
    seen = text
    unheard.clear()
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    if (isStopped || isGivenUp || isSending || state.phase === 'overtaken' || isSaved(state.text)) return
    const sent = state.text
    isSending = true
    show({ text: sent, phase: failures > 0 ? 'unheard' : 'saving' })
    const outcome = await save(sent, seen)
    isSending = false
    if (isStopped) return
    const { text } = state
    if (outcome === 'unheard') {
      failures += 1
      unheard.add(sent)
      show({ text, phase: 'unheard' })
      return later(retryDelayMs(failures, Math.random()))
    }
    failures = 0
    if (typeof outcome === 'object') return meet(outcome.other)
    if (outcome === 'saved') hear(sent)
    if (isSaved(text)) return show({ text, phase: 'saved' })
    if (text === sent) return show({ text, phase: outcome })
    show({ text, phase: 'waiting' })
    later(PAUSE_MS)
  }

  /** Something else stands at the server than what was seen. */
  function meet(other: string): void {
    const { text } = state
    const isOwn = unheard.has(other)
    const isUntouched = text === seen
    hear(other)
    if (isUntouched || text === other) show({ text: other, phase: 'saved' })
    // What this one has sent before had arrived without its answer. What was given up meanwhile waits.
    else if (isOwn) {
      show({ text, phase: 'waiting' })
      void send()
    } else show({ text, phase: 'overtaken', other })
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    edit(text) {
      turn += 1
      isGivenUp = false
      if (state.phase === 'overtaken') {
        show({ ...state, text })
        return
      }
      const isBack = isSaved(text) && !isSending
      show({ text, phase: isBack ? 'saved' : 'waiting' })
      if (isBack) clearTimeout(timer)
      else later(PAUSE_MS)
    },
    flush: () => void send(),
    turn: () => turn,
    adopt(text, since) {
      if (turn !== since || state.phase !== 'saved') return
      seen = text
      if (text !== state.text) show({ text, phase: 'saved' })
    },
    decide(text) {
      turn += 1
      isGivenUp = false
      show({ text, phase: isSaved(text) ? 'saved' : 'waiting' })
      void send()
    },
    giveUp() {
      isGivenUp = true
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
