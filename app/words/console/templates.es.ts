import { counted } from '../../../core/baby/age.ts'
import type { PlanTerms } from '../../../core/plan/plan-differences.ts'
import { formatDuration } from '../../../core/records/durations.ts'
import { proposal } from '../carers/support.es.ts'
import { agesText } from './plans.es.ts'

// The words of the plans that proposals begin with.

export const templates = {
  title: 'Plantillas',
  text: 'Planes por edad con los que empezar una propuesta. Las ve todo el equipo; las familias, no.',
  asking: 'Abriendo las plantillas...',
  unheard: 'No se han podido leer las plantillas',
  again: 'Volver a probar',
  none: 'Todavía no hay ninguna plantilla.',
  list: 'Plantillas por edad',
  naps: (count: number) => counted(count, 'siesta', 'siestas'),
  unsaved: 'sin guardar',
  gone: 'eliminada',
  goneText: 'Ya no está en la lista: se ha eliminado. Si la guardas, vuelve.',
  make: 'Nueva plantilla',
  choose: 'Elige una plantilla para verla o cambiarla, o haz una nueva.',
  newTitle: 'Nueva plantilla',
  name: 'Nombre',
  namePlaceholder: 'Tres siestas',
  nameMissing: 'Ponle un nombre.',
  ages: 'Edad, en meses',
  from: 'Desde',
  to: 'Hasta',
  agesHint: 'El mes en que acaba ya no cuenta: de 4 a 6 son los cuatro y los cinco meses.',
  agesWrong: 'Revisa la edad: de 0 a 84 meses, y el final después del principio.',
  save: 'Guardar plantilla',
  saved: 'Plantilla guardada',
  merged: 'Otra persona la había cambiado: se ha guardado lo suyo y lo tuyo.',
  overtaken: 'No se ha guardado',
  overtakenDetail: 'Otra persona ha cambiado lo mismo que tú. Mira lo suyo antes de guardar.',
  theirs: 'Otra persona ha cambiado lo mismo que tú. Si guardas, queda lo tuyo. Lo suyo es:',
  discard: 'Descartar',
  discarded: 'Cambios descartados',
  leave: 'Volver a la lista',
  remove: 'Eliminar plantilla',
  removeTitle: (name: string) => `¿Eliminar «${name}»?`,
  removeText: 'Las propuestas que ya empezaron con ella siguen igual.',
  removeConfirm: 'Eliminar',
  removed: 'Plantilla eliminada',
  notDone: 'No se ha podido guardar',
  unknown: 'No sabemos si se ha guardado',
  unknownDetail: 'Vuelve a guardarla: no se guardará dos veces.',
  notRemoved: 'No se ha podido eliminar',
  removal: {
    unknown: 'No sabemos si se ha eliminado',
    unknownDetail: 'Si sigue en la lista, vuelve a eliminarla.',
  },
  refused: 'Tu cuenta ya no tiene acceso a la consola.',
  full: 'Ya hay doscientas plantillas. Elimina alguna antes.',
  later: 'Vuelve a probar dentro de un momento.',
} as const

/** One part of a template, as a line of its own. */
export function theirText(
  part: 'name' | 'ages' | 'window' | 'naps' | 'bedtime',
  {
    name,
    from_months,
    to_months,
    ...plan
  }: PlanTerms & { name: string; from_months: number; to_months: number },
): string {
  switch (part) {
    case 'name':
      return `${templates.name}: ${name}`
    case 'ages':
      return agesText(from_months, to_months)
    case 'window':
      return `${proposal.part({ what: 'window', napNumber: 0 })}: ${plan.first_wake_window}`
    case 'bedtime':
      return `${proposal.part({ what: 'bedtime', napNumber: null })}: ${plan.night_bedtime}`
    case 'naps':
      return plan.naps
        .slice(0, plan.naps_count)
        .map(({ duration, wakeWindow }) => `${formatDuration(duration)} y, después, ${wakeWindow}`)
        .join(' · ')
  }
}
