import { join } from 'node:path'
import { ROOT, say } from '../run.mjs'
import { findProgram } from '../system-packages.mjs'
import { commandPart } from './checks.mjs'

/**
 * Makes the parts of a run that play the alarms of `deploy/prometheus` with Prometheus' own tool, on servers that are
 * well and on servers that aren't.
 * @returns {Promise<import('./run-parts.mjs').Part[]>}
 */
export async function alarmParts() {
  const promtool = await findProgram('promtool')
  if (promtool === null) {
    say('Sin pruebas de las alarmas: falta promtool (en Debian, el paquete prometheus).')
    return []
  }
  const inFolder = (/** @type {string} */ name) => join(ROOT, 'deploy/prometheus', name)
  return [
    commandPart('Ejemplo para Prometheus', promtool, ['check', 'config', inFolder('prometheus.yml')]),
    commandPart('Alarmas', promtool, ['test', 'rules', inFolder('alerts.test.yml')]),
  ]
}
