import { gzipSync } from 'node:zlib'
import type { BenchServer } from './server.ts'
import { atMost, figure, kilobytes, type Row } from './table.ts'

/** Counts the bytes that go over the wire to a browser that takes gzip. */
export async function measureSizes({ url }: BenchServer): Promise<Row[]> {
  const page = await download(`${url}/`)
  const main = /\bimport\('(\/assets\/[^']+\.js)'\)/.exec(page.text)?.[1]
  if (main === undefined) throw new Error('La página ha perdido su script.')
  const styles = [...page.text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text).join('')
  const first = await downloadScripts(url + main, STATIC_IMPORT)
  const all = await downloadScripts(url + main, ANY_IMPORT)
  return [
    atMost('JavaScript hasta que la primera pantalla responde', 110_000, sum(first), kilobytes),
    figure('con todas las partes que se cargan cuando hacen falta', kilobytes(sum(all))),
    atMost('CSS en la página', 8_000, gzipSync(styles, { level: 9 }).length, kilobytes),
    atMost('HTML, con ese CSS y el acceso ya dibujado', 14_000, page.bytes, kilobytes),
  ]
}

interface Downloaded {
  text: string
  bytes: number
}

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`](\.\/[^"'`]+\.js)["'`]/g
const ANY_IMPORT = /["'`](\.\/[^"'`]+\.js)["'`]/g

/** Downloads a script and all it imports, each once, by the pattern that finds imports. */
async function downloadScripts(url: string, imports: RegExp): Promise<Map<string, Downloaded>> {
  const scripts = new Map<string, Downloaded>()
  const add = async (script: string) => {
    if (scripts.has(script)) return
    const downloaded = await download(script)
    scripts.set(script, downloaded)
    for (const [, name = ''] of downloaded.text.matchAll(imports)) await add(new URL(name, script).href)
  }
  await add(url)
  return scripts
}

async function download(url: string): Promise<Downloaded> {
  const answer = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
  const bytes = Number(answer.headers.get('Content-Length'))
  if (!answer.ok || answer.headers.get('Content-Encoding') !== 'gzip' || bytes === 0) {
    throw new Error(`${url}: ${answer.status}, sin comprimir`)
  }
  return { text: await answer.text(), bytes }
}

function sum(scripts: ReadonlyMap<string, Downloaded>): number {
  return [...scripts.values()].reduce((total, { bytes }) => total + bytes, 0)
}
