import { givenName } from '../../core/baby/age.ts'

const FILE =
  'Guárdalo todo en un archivo y dáselo: los registros nuevos se importan en «Tus datos», y lo que corregiste o borraste se lee en él.'

/** Said when a family doesn't share its diary with this account any more, or the account has left it. */
export const leftDiary = {
  title: (baby: string) => `Ya no tienes acceso al ${diaryOf(baby)}`,
  leftTitle: (baby: string) => `Has dejado el ${diaryOf(baby)}`,
  emptied: 'Se ha borrado de este teléfono.',
  unsent: (count: number) =>
    count === 1
      ? `En este teléfono queda 1 cambio que quizá no llegó a la familia. ${FILE}`
      : `En este teléfono quedan ${count} cambios que quizá no llegaron a la familia. ${FILE}`,
  save: 'Guardar archivo',
  drop: 'Borrar sin guardar',
  dropTitle: '¿Borrar sin guardar?',
  dropText: (count: number) =>
    count === 1
      ? 'Este cambio solo está en este teléfono: nadie podrá recuperarlo.'
      : `Estos ${count} cambios solo están en este teléfono: nadie podrá recuperarlos.`,
  dropSure: 'Borrar',
  fileName: 'sin-enviar',
  saved: 'Archivo guardado',
  checkFile: 'Comprueba que tienes el archivo: después no queda nada de esto en el teléfono.',
  dropSaved: 'Lo tengo: borrar de aquí',
  saveAgain: 'Guardar otra vez',
  failed: 'No se ha podido guardar. Inténtalo otra vez.',
  notDropped: 'No se ha podido borrar. Inténtalo otra vez.',
}

function diaryOf(baby: string): string {
  const name = givenName({ name: baby })
  return name ? `diario de ${name}` : 'diario'
}
