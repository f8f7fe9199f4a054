import type { Page } from '@playwright/test'

/** The plan screen by its labels. */
export function planForm(page: Page) {
  const screen = page.getByRole('region', { name: 'Plan', exact: true })
  return {
    screen,
    name: screen.getByLabel('Nombre'),
    years: screen.getByLabel('Años'),
    months: screen.getByLabel('Meses'),
    firstWindow: screen.getByLabel('Ventana de sueño tras despertar'),
    napsCount: (count: 2 | 3 | 4) =>
      screen.getByRole('group', { name: 'Siestas Diarias' }).getByRole('radio', { name: String(count) }),
    duration: (napNumber: number) =>
      screen.getByRole('slider', { name: `Duración de la siesta ${napNumber}` }),
    window: (napNumber: number) => screen.getByLabel(`Ventana de sueño tras la siesta ${napNumber}`),
    unsaved: screen.getByText('Hay cambios sin guardar.'),
    save: screen.getByRole('button', { name: 'Guardar Cambios' }),
  }
}
