import { resources } from '../../words/resources.es.ts'

/** The carer's mail client, with the subject filled in. Spaces as %20: mail clients show a plus as a plus. */
export function reportErrorAddress(supportEmail: string): string {
  return `mailto:${supportEmail}?subject=${encodeURIComponent(resources.reportSubject)}`
}
