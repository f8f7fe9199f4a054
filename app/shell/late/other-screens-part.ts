import { latePart } from './late-part.ts'

/** The screens that no start shows first. */
export const otherScreensPart = latePart(() => import('./other-screens.ts'))
