const STOP_WITHIN_MS = 4800

/**
 * Calls `drain` and then `stop`, and ends the process, on Ctrl-C, when the terminal closes or when the service is
 * stopped. Further signals change nothing: a terminal sends Ctrl-C to every process, and npm passes it on again.
 * Returns what stops and ends it for another reason, at once and with its own exit code.
 */
export function endWhenTold(
  stop: () => Promise<void>,
  drain: () => Promise<void> = async () => undefined,
): (code: number) => void {
  let ending = false
  const end = (code: number, first: Promise<void> | null) => {
    ending = true
    void stopAndExit(stop, code, first)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!ending) end(0, drain())
    })
  }
  return (code) => {
    if (!ending) end(code, null)
  }
}

async function stopAndExit(
  stop: () => Promise<void>,
  code: number,
  first: Promise<void> | null,
): Promise<void> {
  process.exitCode = code
  await first
  // Whatever is not finished by then is cut off. Committed data is on disk already.
  setTimeout(() => process.exit(code), STOP_WITHIN_MS).unref()
  try {
    await stop()
    process.exit(code)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}
