import type { Page } from '@playwright/test'

/** Finds the parts of the plan screen by their labels. */
export function planForm(page: Page) {
  const screen = page.getByRole('region', { name: 'Plan', exact: true })
  return {
    screen,
    name: screen.getByLabel('Nombre'),
    years: screen.getByLabel('Años'),
    months: screen.getByLabel('Meses'),
    weeks: screen.getByLabel('Semanas'),
    birthDate: screen.getByLabel('Fecha de nacimiento'),
    firstWindow: screen.getByLabel('Ventana de sueño tras despertar'),
    napsCount: (count: 2 | 3 | 4) =>
      screen.getByRole('group', { name: 'Siestas Diarias' }).getByRole('radio', { name: String(count) }),
    duration: (napNumber: number) =>
      screen.getByRole('slider', { name: `Duración de la siesta ${napNumber}` }),
    window: (napNumber: number) => screen.getByLabel(`Ventana de sueño tras la siesta ${napNumber}`),
    zone: screen.getByLabel('Hora del diario'),
    zoneHint: (time: string) => screen.getByText(`Hora actual: ${time}.`),
    unsaved: screen.getByText('Hay cambios sin guardar.'),
    save: screen.getByRole('button', { name: 'Guardar Cambios' }),
  }
}
