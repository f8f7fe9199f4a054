import { showToast } from '../../ui/overlays/toasts.ts'
import { common } from '../../words/entrance.es.ts'

/** Does what a button asks for while it is busy. Also what is thrown, as by a phone's full storage, gives it back. */
export function whileBusy<Done>(
  setBusy: (isBusy: boolean) => void,
  task: () => Promise<Done>,
): Promise<Done> {
  setBusy(true)
  return task()
    .catch(sayUnexpected)
    .finally(() => setBusy(false))
}

/** For what stays busy once it is done, as its screen goes: only what is thrown gives the button back. */
export function orGiveBack<Done>(task: Promise<Done>, giveBack: () => void): Promise<Done> {
  return task.catch((thrown: unknown) => {
    giveBack()
    return sayUnexpected(thrown)
  })
}

/** A refusal, or a network that is away, is an answer, which each screen tells in its own words. This is neither. */
function sayUnexpected(thrown: unknown): never {
  showToast({ ...common.unexpected, tone: 'failure' })
  throw thrown
}
