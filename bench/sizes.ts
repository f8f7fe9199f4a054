import { gzipSync } from 'node:zlib'
import type { BenchServer } from './server.ts'
import { atMost, figure, kilobytes, type Row } from './table.ts'

/** Bytes as they go over the wire to a browser that takes gzip. */
export async function measureSizes({ url }: BenchServer): Promise<Row[]> {
  const page = await download(`${url}/`)
  const main = /\bimport\('(\/assets\/[^']+\.js)'\)/.exec(page.text)?.[1]
  if (main === undefined) throw new Error('The page has lost its script')
  const styles = [...page.text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text).join('')
  const first = await withStaticImports(url, [main])
  const shell = [...first.values()].flatMap(
    ({ text }) => /["'`](?:\.\/|\/assets\/|assets\/)?(shell-[\w-]+\.js)["'`]/.exec(text)?.[1] ?? [],
  )
  const all = await withStaticImports(url, [main, ...shell.map((name) => `/assets/${name}`)])
  return [
    atMost('JavaScript before the first screen answers', 115_000, sum(first), kilobytes),
    figure('with the screens behind the sign-in', kilobytes(sum(all))),
    atMost('CSS in the page', 8_000, gzipSync(styles, { level: 9 }).length, kilobytes),
    atMost('HTML, with that CSS and the prerendered login', 14_000, page.bytes, kilobytes),
  ]
}

interface Downloaded {
  text: string
  bytes: number
}

/** The scripts, and what they can't run without. */
async function withStaticImports(url: string, paths: readonly string[]): Promise<Map<string, Downloaded>> {
  const scripts = new Map<string, Downloaded>()
  const add = async (path: string) => {
    if (scripts.has(path)) return
    const script = await download(url + path)
    scripts.set(path, script)
    const imports = script.text.matchAll(/(?:\bfrom|\bimport)\s*["'`](\.\/[^"'`]+\.js)["'`]/g)
    for (const [, name = ''] of imports) await add(new URL(name, url + path).pathname)
  }
  for (const path of paths) await add(path)
  return scripts
}

async function download(url: string): Promise<Downloaded> {
  const answer = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
  const bytes = Number(answer.headers.get('Content-Length'))
  if (!answer.ok || answer.headers.get('Content-Encoding') !== 'gzip' || bytes === 0) {
    throw new Error(`${url}: ${answer.status}, not compressed`)
  }
  return { text: await answer.text(), bytes }
}

function sum(scripts: ReadonlyMap<string, Downloaded>): number {
  return [...scripts.values()].reduce((total, { bytes }) => total + bytes, 0)
}
