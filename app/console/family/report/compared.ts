import type { SupportReport } from '../../../../core/week/support-report.ts'

/** A report that has something to say. */
export type Compared = Extract<SupportReport, { kind: 'compared' }>
