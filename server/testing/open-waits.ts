import type { TestServer } from './test-server.ts'

/** How many apps wait for changes at a server that counts (METRICS_PORT). Asking takes nobody's place. */
export async function openWaits({ metricsUrl }: Pick<TestServer, 'metricsUrl'>): Promise<number> {
  const page = await fetch(`${metricsUrl}/metrics`)
  return Number(/^nana_open_waits (\d+)$/m.exec(await page.text())?.[1])
}
