/** Said when a family doesn't share its diary with this account any more. */
export const leftDiary = {
  title: (baby: string) => `${diaryOf(baby)} ya no se comparte contigo`,
  emptied: 'Se ha borrado de este teléfono.',
  unsent: (count: number) =>
    count === 1
      ? 'En este teléfono queda 1 cambio que no llegó a enviarse. Guárdalo en un archivo y dáselo a la familia: puede importarlo en «Tus datos».'
      : `En este teléfono quedan ${count} cambios que no llegaron a enviarse. Guárdalos en un archivo y dáselo a la familia: puede importarlo en «Tus datos».`,
  save: 'Guardar archivo',
  drop: 'Borrar sin guardar',
  fileName: 'sin-enviar',
  saved: 'Archivo guardado',
  failed: 'No se ha podido guardar. Inténtalo otra vez.',
}

function diaryOf(baby: string): string {
  return baby === '' ? 'El diario' : `El diario de ${baby}`
}
