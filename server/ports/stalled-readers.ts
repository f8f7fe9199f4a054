import type { Server } from 'node:http'

/**
 * Closes each connection that has taken no byte of an answer for so long: what nobody takes stays in the memory. An
 * answer that isn't there yet may take its time.
 */
export function closeStalled(server: Server, afterMs: number): void {
  server.setTimeout(afterMs, (socket) => {
    // Node closes nothing by itself any more, not even what was kept alive for as long as it says.
    const isIdle = socket.timeout !== afterMs
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })
}
