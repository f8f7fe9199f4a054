import { page } from 'vitest/browser'

const screen = page.getByRole('region', { name: 'Añadir descanso', exact: true })
const button = (name: string) => screen.getByRole('button', { name, exact: true })
const field = (name: string) => screen.getByLabelText(name, { exact: true })

/** Finds the parts of a sleep's form by their labels. */
export const form = {
  screen,
  title: screen.getByRole('heading', { level: 1 }),
  date: screen.getByLabelText('Fecha'),
  type: (name: 'Siesta' | 'Noche') => screen.getByRole('radio', { name, exact: true }),
  start: field('Hora de inicio'),
  end: field('Hora de fin'),
  confirmStart: button('Confirmar hora de inicio'),
  confirmEnd: button('Confirmar hora de fin'),
  earlier: (minutes: 5 | 10 | 15, which: 'Hora de inicio' | 'Hora de fin') =>
    button(`−${minutes} min: ${which}`),
  startNow: button('Ahora').first(),
  endNow: button('Ahora').last(),
  wakeUps: screen.getByRole('slider', { name: 'Despertares' }),
  quality: (name: 'Buena' | 'Regular' | 'Mala') => screen.getByRole('radio', { name, exact: true }),
  disturbance: (name: string) => screen.getByRole('checkbox', { name, exact: true }),
  feedings: screen.getByRole('spinbutton', { name: 'Tomas' }),
  diapers: screen.getByRole('spinbutton', { name: 'Pañales' }),
  button,
  save: button('Guardar'),
  cancel: button('Cancelar'),
  async enterStart(time: string): Promise<void> {
    await form.start.fill(time)
    await form.confirmStart.click()
  },
  async enterEnd(time: string): Promise<void> {
    await form.end.fill(time)
    await form.confirmEnd.click()
  },
}
