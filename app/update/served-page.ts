const ANSWER_WITHIN_MS = 10_000

/** The version of this page, which the build has written into it. */
export const version = versionOf(document)

export type PageAddress = '/' | '/consola'

export interface ServedPage {
  response: Response
  html: string
  page: Document
  /** Undefined: what answered isn't a page of ours. */
  version: string | undefined
}

/** Fetches the page that would open now. */
export async function fetchPage(address: PageAddress): Promise<ServedPage> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const response = await fetch(address, { cache: 'no-cache', redirect: 'error', signal })
  const html = await response.clone().text()
  const page = new DOMParser().parseFromString(html, 'text/html')
  return { response, html, page, version: versionOf(page) }
}

function versionOf(page: Document): string | undefined {
  return page.querySelector<HTMLMetaElement>('meta[name=build]')?.content
}
