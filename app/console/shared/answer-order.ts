/** Tells which answer is the newest, where a question may be asked again while another one is under way. */
export interface AnswerOrder {
  /** A question is asked. Returns its number. */
  ask: () => number
  /** Whether an answer that came is newer than all that came before it: what was asked for later is. */
  hear: (question: number) => boolean
  /** Whether nothing was asked since, so that a question without an answer leaves nothing to wait for. */
  isLast: (question: number) => boolean
  /** Something has changed here: whatever was asked for before is older. */
  overtake: () => void
}

export function answerOrder(): AnswerOrder {
  let asked = 0
  let heard = 0
  return {
    ask() {
      asked += 1
      return asked
    },
    hear(question) {
      if (question <= heard) return false
      heard = question
      return true
    },
    isLast: (question) => question === asked,
    overtake() {
      asked += 1
      heard = asked
    },
  }
}
