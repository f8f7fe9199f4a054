import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/**
 * Reads a password from the first line of stdin: unlike an argument, nobody else on the machine sees it there. At a
 * terminal it is asked for, and what is typed isn't shown.
 */
export async function typedPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY
  if (isTerminal) process.stderr.write('Contraseña (no se ve al escribirla): ')
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silence, terminal: isTerminal })
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  lines.close()
  if (isTerminal) process.stderr.write('\n')
  return line ?? ''
}
