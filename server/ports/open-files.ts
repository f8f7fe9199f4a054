import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'

/** What the database's connections, files and mails take at most. */
const KEPT_FOR_OURSELVES = 100
const SAID_AGAIN_AFTER_MS = 60_000

/**
 * Takes no more connections than leave the process files of its own: else whoever is let in finds no way to the
 * database. Node has raised the limit already as far as it is allowed to.
 */
export function leaveFilesForOurselves(server: Server): void {
  const limit = limitOfOpenFiles()
  if (limit === null) return
  server.maxConnections = limit - Math.min(KEPT_FOR_OURSELVES, Math.floor(limit / 2))
  let saidAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    if (performance.now() - saidAt < SAID_AGAIN_AFTER_MS) return
    saidAt = performance.now()
    console.error(
      `Hay ${server.maxConnections} conexiones abiertas y se rechazan las nuevas: sube el límite de ficheros abiertos (${limit}).`,
    )
  })
}

/** Null where the system doesn't say, as in a root without /proc, or sets none. */
function limitOfOpenFiles(): number | null {
  if (process.platform !== 'linux') return null
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}
