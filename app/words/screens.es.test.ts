import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SkipReason } from '../data-files/file-content.ts'
import { importing } from '../data-files/words.es.ts'
import * as entrance from './entrance.es.ts'
import { formWords } from './form.es.ts'
import { habit } from './habit.es.ts'
import { sleepOn } from './night.es.ts'
import { planTape } from './plan.es.ts'
import * as resources from './resources.es.ts'
import * as signedIn from './screens.es.ts'
import * as sync from './sync.es.ts'
import { wakeUpEntry } from './wake-up.es.ts'

const words = { ...entrance, ...signedIn, ...sync, ...resources }

/** The text of each rule by its number, in one line. */
const rules = new Map(
  readFileSync('docs/rules.md', 'utf8')
    .replace(/\s*\n\s*/g, ' ')
    .split('- **')
    .map((rule) => [rule.slice(0, rule.indexOf(' ')), rule]),
)

/** The texts that the rules give verbatim, by the rule's number, as the files of words have them. */
const verbatim: [rule: string, said: string, written: string][] = [
  ['2.3', words.loader.title, 'Cargando datos...'],
  ['2.3', words.loader.text, 'Un momento, por favor.'],
  ['2.4', words.login.submit, 'Iniciar Sesión'],
  ['2.4', words.login.submitting, 'Iniciando...'],
  ['2.5', words.login.requestTrial, 'Solicitar prueba de 30 días'],
  ['2.5', words.common.cancel, 'Cancelar'],
  ['2.5', words.trial.submit, 'Enviar Solicitud'],
  ['2.9', words.shell.tabs.diary, 'Diario'],
  ['2.9', words.shell.tabs.week, 'Gráfico'],
  ['2.9', words.shell.tabs.plan, 'Plan'],
  ['2.9', words.shell.tabs.resources, 'BSC'],
  ['2.14', words.diary.addToday, 'Añadir descanso'],
  ['2.14', words.diary.addToDay, 'Añadir registro a este día'],
  ['2.16', words.diary.wakeUpQuestion, 'A qué hora despertó?'],
  ['2.16', words.common.save, 'Guardar'],
  ['2.16', words.diary.noRecords, 'No hay registros para este día.'],
  ['2.17', words.diary.timeLabel, 'Hora:'],
  ['2.17', words.counts.wakeUps, 'Despertares'],
  ['2.17', words.counts.feedings, 'Tomas'],
  ['2.17', words.counts.diaperChanges, 'Pañales'],
  ['2.18', words.week.title, 'Gráfico Semanal'],
  ['2.18', words.week.subtitle, 'Revisa si hay un patrón de sueño'],
  ['2.18', words.week.naps, 'Siestas'],
  ['2.18', words.week.night, 'Sueño nocturno'],
  ['2.19', words.week.pattern, 'Patrón de Sueño'],
  ['2.18', words.week.average, 'Promedio de sueño diario'],
  ['2.21', words.sleepForm.addTitle, 'Añadir Descanso'],
  ['2.21', words.sleepForm.editTitle, 'Editar Descanso'],
  ['2.21', words.sleepForm.newRecord, 'Nuevo Registro'],
  ['2.21', words.sleepForm.editing, 'Editando Registro'],
  ['2.21', words.common.now, 'Ahora'],
  ['2.22', words.planScreen.title, 'Plan de Sueño'],
  ['2.22', words.planScreen.subtitle, 'Configura el horario y los datos de tu bebé'],
  ['2.23', words.planScreen.babyData, 'Datos del Bebé'],
  ['2.23', words.planScreen.morning, 'Despertar Matutino'],
  ['2.23', words.planScreen.dailyNaps, 'Siestas Diarias'],
  ['2.23', words.planScreen.nap(2), 'Siesta 2'],
  ['2.23', words.planScreen.reminders, 'Recordatorios'],
  ['2.23', words.planScreen.softReminders, 'Recordatorios suaves'],
  ['2.23', words.planScreen.on, 'Activado'],
  ['2.23', words.planScreen.off, 'Desactivado'],
  ['2.22', words.planScreen.save, 'Guardar Cambios'],
  ['2.24', words.resources.subtitle, 'Recursos, consejos y novedades.'],
  ['2.24', words.resources.blog, 'Blog'],
  ['2.24', words.resources.contact, 'Contacta'],
  ['2.24', words.resources.services, 'Servicios'],
  ['2.24', words.resources.courses, 'Cursos'],
  ['2.24', words.resources.instagram, 'Ver en Instagram'],
  ['2.24', words.resources.reportError, 'Reportar un error'],
  ['2.24', words.resources.visitWebsite, 'Visitar nuestra web'],
  ['3.5', words.qualities.buena, 'Buena'],
  ['3.5', words.qualities.regular, 'Regular'],
  ['3.5', words.qualities.mala, 'Mala'],
  ['3.5', words.disturbances.fever, 'Fiebre o enfermedad'],
  ['3.5', words.disturbances.routineChange, 'Cambios en rutina/entorno'],
  ['3.5', words.disturbances.newFood, 'Nuevos alimentos'],
  ['3.5', words.disturbances.reducedAppetite, 'Apetito reducido'],
  ['3.5', words.disturbances.teething, 'Dentición'],
  ['4.3', words.sleepForm.startSaved, 'Hora de inicio guardada'],
  ['4.14', words.diary.wakeUpSaved, '¡Despertar registrado!'],
  ['4.15', words.deleteDialog.done, 'Registro eliminado'],
  ['5.3', words.common.error, 'Error'],
  ['5.3', words.trial.emptyEmail, 'Por favor, introduce tu email.'],
  ['5.4', words.diary.wakeUpTimeMissing, 'Por favor, introduce una hora.'],
  ['5.5', words.sleepForm.confirmRequired, 'Confirmación requerida'],
  [
    '5.5',
    words.sleepForm.confirmRequiredDetail,
    'Antes de registrar el sueño es necesario confirmar cada hora con el botón ✓.',
  ],
  ['5.6', words.sleepForm.timesMissing, 'Por favor completa las horas de inicio y fin.'],
  ['5.7', words.sleepForm.endBeforeStart, 'La hora de fin debe ser posterior a la de inicio.'],
  ['7.5', words.trial.mailSubject, 'Solicitud de prueba de 30 días'],
  ['7.6', words.resources.reportSubject, 'Reporte de Error en la App'],
  ['8.1', words.login.signUpFailed, 'Sign up Failed'],
  ['8.1', words.login.signInFailed, 'Sign in Failed'],
  ['8.1', words.login.signOutFailed, 'Sign out Failed'],
  ['8.1', words.login.somethingWentWrong, 'Something went wrong'],
  ['8.2', words.failures.baby, 'No se pudo actualizar la información del bebé.'],
  ['8.2', words.failures.plan, 'No se pudo actualizar el plan de sueño.'],
  ['8.2', words.failures.saveRecord, 'No se pudo guardar el registro.'],
  ['8.2', words.failures.startRecord, 'No se pudo iniciar el registro de sueño.'],
  ['8.2', words.failures.updateRecord, 'No se pudo actualizar el registro.'],
  ['8.2', words.failures.deleteRecord, 'No se pudo eliminar el registro.'],
  ['8.4', words.shell.connectionError, 'Error de Conexión'],
  [
    '8.4',
    words.shell.connectionErrorDetail,
    'No se pudieron cargar tus datos. Por favor, revisa tu conexión y refresca la página.',
  ],
  ['8.6', words.reminders.denied, 'Permiso denegado'],
  ['8.6', words.reminders.deniedDetail, 'No se pueden mostrar notificaciones.'],
  [
    '8.6',
    words.reminders.blockedDetail,
    'Por favor, habilita las notificaciones en la configuración de tu navegador.',
  ],
  ['8.9', words.common.success, 'Éxito'],
  ['8.9', words.planScreen.babyUpdated, 'Información del bebé actualizada.'],
  ['8.9', words.planScreen.planUpdated, 'Plan de sueño actualizado.'],
  ['8.10', words.sleepForm.saved, '¡Descanso guardado!'],
  ['8.10', words.sleepForm.savedDetail('{type}', '{duration}'), 'Se ha registrado {type} de {duration}.'],
  ['8.10', words.sleepForm.updated, '¡Descanso actualizado!'],
  ['8.10', words.sleepForm.updatedDetail('{type}'), 'Se ha actualizado el registro de {type}.'],
  ['8.11', words.reminders.enabled, 'Recordatorios Activados'],
  ['8.11', words.reminders.enabledDetail, 'Se te notificará para las próximas siestas.'],
  ['8.11', words.reminders.disabled, 'Recordatorios Desactivados'],
  ['8.10', words.diary.wakeUpSavedDetail, 'El día ha comenzado. ¡Ahora a por la primera siesta!'],
  ['8.10', words.deleteDialog.doneDetail, 'El registro de sueño ha sido eliminado correctamente.'],
  ['8.9', words.planScreen.allSaved, '¡Todo guardado!'],
  ['8.9', words.planScreen.allSavedDetail, 'Los datos de tu bebé y el plan de sueño han sido actualizados.'],
  ['8.11', words.trial.sent, '¡Solicitud enviada!'],
  ['8.11', words.trial.sentDetail, 'Serás redirigido a tu cliente de correo para enviar la solicitud.'],
  ['8.12', words.resources.inDevelopment, '🚧 ¡Función en desarrollo!'],
  [
    '8.12',
    words.resources.inDevelopmentDetail,
    'Esta interacción es solo visual. ¡El feed completo llegará pronto! 🚀',
  ],
  ['8.13', words.deleteDialog.title, '¿Estás seguro?'],
  [
    '8.13',
    words.deleteDialog.text,
    'Esta acción no se puede deshacer. Esto eliminará permanentemente el registro de sueño.',
  ],
  ['8.13', words.deleteDialog.confirm, 'Eliminar'],
  ['9.5', words.nextNap.nap(3), 'Próxima: Siesta 3'],
  ['9.5', words.nextNap.bedtime, 'Ventana de sueño antes de dormir'],
]

describe('the words of the rules', () => {
  it.each(verbatim)('rule %s: %s', (rule, said, written) => {
    expect(said).toBe(written)
    // The rules write «Siesta N» for a nap of any number.
    expect(rules.get(rule)).toContain(written.replace(/\d$/, 'N'))
  })
})

describe('an hour with its article', () => {
  it.each([
    ['00:59', 'las 00:59'],
    ['01:00', 'la 01:00'],
    ['01:59', 'la 01:59'],
    ['02:00', 'las 02:00'],
    ['13:00', 'las 13:00'],
  ])('%s: %s', (time, said) => {
    expect(signedIn.theHour(time)).toBe(said)
    expect(wakeUpEntry.savedDetail('Hoy', time)).toBe(`Hoy: despertó a ${said}.`)
    expect(formWords.alreadyAsleep('noche', time)).toBe(`Ya hay una noche en curso, desde ${said}.`)
    expect(sleepOn.doneDetail(time)).toBe(`Desde ${said}, como si no hubiera terminado.`)
    expect(habit.usual(null, null, time, 5)).toContain(`antes de ${said}`)
    expect(habit.usual(null, time, time, 5)).toContain(`sobre ${said}`)
    expect(planTape.spoken([], time)).toContain(`noche desde ${said}.`)
    expect(words.tape.wakeUps([time, '07:05'])).toBe(`despertar a ${said} y a las 07:05`)
    expect(words.sleepForm.endedElsewhere(time)).toBe(`Este sueño se terminó en otro móvil a ${said}.`)
  })
})

const skipped = (reason: SkipReason) => (count: number) =>
  importing.skippedRows(Array.from({ length: count }, (_, index) => ({ row: index + 1, reason, word: '' })))
const [repeated, overlapping] = [skipped('repeated'), skipped('overlap')]

describe('one and many', () => {
  it.each([
    [words.sync.signOutText(1, true), /1 registro de este dispositivo\. Puedes esperar a que se envíe\.$/],
    [words.sync.signOutText(2, true), /2 registros de este dispositivo\. Puedes esperar a que se envíen\.$/],
    [words.sync.signOutText(0, true), /se perderán cambios de este dispositivo\. Puedes esperar/],
    // Waiting doesn't help a change that the server refused, so it isn't offered.
    [words.sync.signOutText(1, false), /1 registro de este dispositivo\.$/],
    [words.sync.refusedTitle(1), /^Cambio sin/],
    [words.sync.refusedText(1), /no lo ha aceptado\. Sigue en/],
    [words.sync.refusedText(2), /no los ha aceptado\. Siguen en/],
    [repeated(1), /^Repetida en el archivo: fila 1\.$/],
    [repeated(2), /^Repetidas en el archivo: filas 1, 2\.$/],
    [overlapping(1), /^Coincide en su mayor parte con un descanso que ya tienes: fila 1\.$/],
    [overlapping(2), /^Coinciden en su mayor parte/],
    [words.sync.signOutAnyway(1), /^Cerrar y perderlo$/],
    [words.sync.signOutAnyway(0), /^Cerrar y perderlos$/],
  ])('%s', (said, pattern) => {
    expect(said).toMatch(pattern)
  })
})
