import { MADRID } from '../../core/time/zone.ts'
import type { Download } from '../local/download.ts'

/** The first download of a diary in which nothing is. */
export const EMPTY_DOWNLOAD: Download = {
  from: null,
  to: 1,
  babies: [],
  plans: [],
  records: [],
  deleted: [],
  acceptedSeqs: [],
  restores: [],
  putBack: null,
  knownRestores: [],
  known: () => undefined,
  zone: MADRID,
}
