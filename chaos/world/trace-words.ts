import type { Step } from '../program/program.ts'
import type { Fate, Weather } from '../program/weather.ts'

const STEPS: Readonly<Record<Step['do'], string>> = {
  act: 'cambio',
  clash: 'choque',
  weather: 'red',
  airplane: 'modo avión',
  clock: 'reloj',
  open: 'abrir',
  close: 'cerrar',
  reload: 'recargar',
  freeze: 'congelar',
  thaw: 'descongelar',
  hide: 'ocultar',
  'kill phone': 'cae el móvil',
  'start phone': 'arranca el móvil',
  'kill server': 'cae el servidor',
  'start server': 'arranca el servidor',
  retry: 'reintentar',
  discard: 'descartar',
  pause: 'pausa',
  access: 'acceso',
}

const WEATHERS: Readonly<Record<Weather, string>> = {
  clear: 'normal',
  'no network': 'no hay',
  'lie-fi': 'conecta y no responde',
  'lost answers': 'pierde respuestas',
  flaky: 'inestable',
  'bad tokens': 'rechaza credenciales',
  busy: 'servidor ocupado',
  'bad gateway': 'pasarela averiada',
  portal: 'portal',
  'slow line': 'lenta',
  storm: 'de todo',
}

const FATES: Readonly<Record<Fate, string>> = {
  answered: 'respondida',
  slow: 'lenta',
  refused: 'conexión rechazada',
  swallowed: 'tragada',
  'answer swallowed': 'respuesta tragada',
  'answer lost': 'respuesta perdida',
  'answer torn': 'respuesta rota',
  late: 'con retraso',
  '401': '401',
  '429': '429',
  '5xx': '5xx',
  '5xx after': '5xx después de hacerlo',
  portal: 'portal',
}

/** Writes a step for the trace. Details keep their form in the program, so that they can be looked for in the code. */
export function stepInWords(step: Step): string {
  const { do: kind, ...details } = step
  const told = 'weather' in details ? { ...details, weather: WEATHERS[details.weather] } : details
  const words = Object.values(told).map((detail) =>
    typeof detail === 'string' ? detail : JSON.stringify(detail),
  )
  return [STEPS[kind], ...words].join(' ')
}

export function fateInWords(fate: Fate): string {
  return FATES[fate]
}
