/** What the server counts while it works, for whoever watches over it (decision 055). */
export interface Metrics {
  /** A call was answered. `route` is one of the patterns that the server knows, never what a caller asked for. */
  answered(method: string, route: string, status: number, seconds: number): void
  mailLeft(outcome: (typeof MAIL_OUTCOMES)[number]): void
  /** From here on these are asked each time that somebody reads the metrics. */
  watch(sources: Sources): void
  /** Prometheus' text format, and its type. */
  draw(): Promise<string>
  readonly contentType: string
  /** The same for another process, which draws it with what others have counted. */
  figures(): Promise<Figures>
}

/** What was counted, by the name of each metric, as one process can send it to another. */
export type Figures = readonly {
  name: string
  help: string
  type: unknown
  values: readonly { value: number; labels: Partial<Record<string, string | number>> }[]
}[]

/** A process tells of all, or, where there are several, of itself or of the server that they are. */
type About = 'all' | 'itself' | 'server'

/** What of these is left out another process is asked. */
type Sources = Partial<OfProcess & OfServer>

interface OfProcess {
  isReady: () => Promise<boolean>
  pools: Readonly<Record<string, PoolState>>
  /** How many requests wait at this moment until something changes. */
  waits: () => number
}

interface OfServer {
  space: () => Promise<{ freeBytes: number; totalBytes: number } | null>
  /**
   * The latest copy that was brought back and found to be good: when it was made (RFC 3339). Null: none was yet. Left
   * out where the server makes none by itself.
   */
  lastVerifiedCopy?: () => Promise<{ madeAt: string } | null>
}

interface PoolState {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
}

const MAIL_OUTCOMES = ['sent', 'refused', 'failed'] as const
/** In seconds. Beyond the statement's own limit (8 s) there are only waits for changes, which last 25 s by design. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Node knows some more, which nothing here answers: a label may take only so many values. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const TOO_MANY_REQUESTS = 429
/** Prometheus' tool objects to these of the library: they go up and down, and are called like what only grows. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/** The library is read only where somebody wants to be told: it costs a start some milliseconds and megabytes. */
export async function openMetrics(about: About = 'all'): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const register = new Registry()
  const ofProcess = about === 'server' ? [] : [register]
  const ofServer = about === 'itself' ? [] : [register]
  let sources: Sources = {}
  collectDefaultMetrics({ register })
  for (const name of MISNAMED) register.removeSingleMetric(name)

  const requests = new Histogram({
    name: 'nana_http_request_duration_seconds',
    help: 'How long calls took to answer, by method, route and class of status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: ofProcess,
  })
  const limited = new Counter({
    name: 'nana_http_requests_limited_total',
    help: 'Calls that a limit has refused (429)',
    labelNames: ['route'] as const,
    registers: ofProcess,
  })
  const mails = new Counter({
    name: 'nana_mails_total',
    help: 'Mails that were handed over to the next server, whose recipient it refused, and that could not be',
    labelNames: ['outcome'] as const,
    registers: ofProcess,
  })
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0)

  new Gauge({
    name: 'nana_database_connections',
    help: 'Open connections to the database',
    labelNames: ['pool', 'state'] as const,
    registers: ofProcess,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(sources.pools ?? {})) {
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'in_use' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'nana_database_waiting_requests',
    help: 'Requests that wait for a connection to the database',
    labelNames: ['pool'] as const,
    registers: ofProcess,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(sources.pools ?? {})) {
        this.set({ pool }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'nana_open_waits',
    help: 'Apps that wait to hear of a change',
    registers: ofProcess,
    collect() {
      this.set(sources.waits?.() ?? 0)
    },
  })
  new Gauge({
    name: 'nana_ready',
    help: '1 while requests can be served, as at /ready',
    registers: ofProcess,
    async collect() {
      this.set((await sources.isReady?.()) === true ? 1 : 0)
    },
  })
  new Gauge({
    name: 'nana_disk_free_bytes',
    help: 'Room left on the disk with the data folder; NaN: the database is elsewhere',
    registers: ofServer,
    async collect() {
      this.set((await sources.space?.())?.freeBytes ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'nana_disk_size_bytes',
    help: 'Size of the disk with the data folder',
    registers: ofServer,
    async collect() {
      this.set((await sources.space?.())?.totalBytes ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'nana_last_verified_copy_timestamp_seconds',
    help: 'When the latest copy was made that has been brought back; 0: never; NaN: this server makes none by itself',
    registers: ofServer,
    async collect() {
      const { lastVerifiedCopy } = sources
      if (lastVerifiedCopy === undefined) return this.set(Number.NaN)
      const copy = await lastVerifiedCopy()
      this.set(copy === null ? 0 : Date.parse(copy.madeAt) / 1000)
    },
  })

  return {
    answered(method, route, status, seconds) {
      const known = METHODS.has(method) ? method : 'other'
      requests.observe({ method: known, route, status: `${Math.floor(status / 100)}xx` }, seconds)
      if (status === TOO_MANY_REQUESTS) limited.inc({ route })
    },
    mailLeft: (outcome) => mails.inc({ outcome }),
    watch(given) {
      sources = given
    },
    draw: () => register.metrics(),
    contentType: register.contentType,
    figures: () => register.getMetricsAsJSON(),
  }
}
