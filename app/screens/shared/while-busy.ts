/** Does what a button asks for while it is busy. Also what is thrown, as by a phone's full storage, gives it back. */
export function whileBusy<Done>(
  setBusy: (isBusy: boolean) => void,
  task: () => Promise<Done>,
): Promise<Done> {
  setBusy(true)
  return task().finally(() => setBusy(false))
}

/** For what stays busy once it is done, as its screen goes: only what is thrown gives the button back. */
export function orGiveBack<Done>(task: Promise<Done>, giveBack: () => void): Promise<Done> {
  return task.catch((thrown: unknown) => {
    giveBack()
    throw thrown
  })
}
