import type { Figures } from './metrics.ts'

/** What is told of a process that doesn't answer, as while it starts. */
const NOT_READY: Figures = [
  {
    name: 'nana_ready',
    help: '1 while requests can be served, as at /ready',
    type: 'gauge',
    values: [{ value: 0, labels: {} }],
  },
]

/**
 * Draws what several processes tell, each of the others with its number as the label `process`. Nothing is added up:
 * what one has counted begins anew when it falls, and Prometheus has to see whose it was.
 */
export async function drawTogether(
  own: Figures,
  others: ReadonlyMap<number, Figures | null>,
): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client')
  const numbered = Array.from(others, ([number, figures]) => withLabel(figures ?? NOT_READY, String(number)))
  return AggregatorRegistry.aggregate([own, ...numbered].map(apart)).metrics()
}

function withLabel(figures: Figures, process: string): Figures {
  return figures.map((figure) => ({
    ...figure,
    values: figure.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
  }))
}

/** The library leaves out what can't be added up, as when a process was started. */
function apart(figures: Figures): Figures {
  return figures.map((figure) => ({ ...figure, aggregator: 'sum' }))
}
