import type { Page } from '@playwright/test'

/** Finds the parts of a new family's card by their labels. */
export function firstDays(page: Page) {
  const diary = page.getByRole('region', { name: 'Diario', exact: true })
  return {
    title: diary.getByRole('heading', { name: 'Cuéntanos de tu bebé' }),
    row: diary.getByRole('button', { name: /^Cuéntanos de tu bebé/ }),
    name: diary.getByLabel('Nombre'),
    age: diary.getByLabel('Edad', { exact: true }),
    unit: (unit: 'Semanas' | 'Meses' | 'Años') => diary.getByRole('radio', { name: unit }),
    byDate: diary.getByRole('radio', { name: 'Por fecha' }),
    date: diary.getByLabel('Fecha de nacimiento'),
    naps: (count: 2 | 3 | 4) =>
      diary.getByRole('group', { name: 'Siestas al día' }).getByRole('radio', { name: String(count) }),
    later: diary.getByRole('button', { name: 'Más tarde' }),
    start: diary.getByRole('button', { name: 'Empezar' }),
  }
}
