// What the page on privacy says, and the sheet that asks for the consent. docs/privacy.md says the same to whoever runs
// the server: what is changed here is looked at there.

interface Whose {
  product: string
  provider: string
  /** Who answers for the data; null: nobody is named. */
  responsible: string | null
  /** The data lies in a project at Supabase. */
  isHosted: boolean
}

interface Part {
  title: string
  text?: string
  items?: readonly string[]
}

const RESPONSIBLE = 'Quién responde de los datos'

export const privacyPage = {
  title: 'Privacidad',
  subtitle: (product: string) => `Qué guarda ${product} de tu familia, y qué puedes hacer con ello.`,
  back: (product: string) => `Volver a ${product}`,
  responsible: {
    title: RESPONSIBLE,
    named: (name: string) => `${name} responde de lo que aquí se guarda.`,
    unnamed: ({ product, provider }: Whose) => `${product} es un servicio de ${provider}.`,
    address: 'Dirección',
    email: 'Email',
    officer: 'Protección de datos',
  },
  version: (day: string) => `Este texto es del ${longDate(day)}.`,
  parts: (whose: Whose): readonly Part[] => [
    {
      title: 'Qué se guarda',
      items: [
        'De tu bebé: el nombre, la fecha de nacimiento y lo que anotas de su sueño, sus tomas, sus pañales y lo que le molestó, como la fiebre o los dientes. Parte de ello son datos de salud de un menor.',
        'Vuestro plan de siestas, la hora de dormir y la zona horaria.',
        'A quién invitas a ver el diario, cómo le llamáis, desde cuándo, cuándo entró por última vez y qué anotó.',
        `Si dejas entrar a un profesional de ${whose.provider}: lo que te pidió y contestaste, las fechas de tu acompañamiento, tus preguntas y sus respuestas, los planes que te propone, tus planes de antes, qué días miró y qué, y sus notas, que solo lee quien las escribe.`,
        'De tu cuenta: el email, la contraseña (cifrada de modo que nadie puede leerla), cuándo se creó, cuándo entraste y con qué dispositivos. Si aceptaste este texto, cuándo y qué versión.',
        'La dirección de internet desde la que entras, para frenar a quien prueba contraseñas.',
      ],
    },
    {
      title: 'Para qué',
      text: `Para enseñarte el diario, los totales y la próxima siesta, para que te asesore un profesional si lo dejas entrar, y para que solo entre quien tú quieras. Nada más: ${whose.product} no vende datos, no lleva publicidad y no carga nada de otras empresas.`,
    },
    {
      title: 'Dónde',
      items: [
        'En tu móvil: el diario entero, para que funcione sin conexión. Al cerrar sesión se borra de él.',
        whose.isHosted
          ? `En un proyecto de Supabase que administra ${whose.responsible ?? whose.provider}.`
          : `En el servidor de ${whose.responsible ?? whose.provider}, y en sus copias de seguridad.`,
      ],
    },
    {
      title: 'Cuánto tiempo',
      items: [
        'El diario y la cuenta, hasta que los borres.',
        whose.isHosted
          ? 'Direcciones de internet y registros de acceso, lo que Supabase los conserve.'
          : 'Las direcciones de internet, 30 días. El registro de seguridad (qué pasó y cuándo, sin nombres ni email), unos tres meses.',
      ],
    },
    {
      title: 'Quién lo ve',
      text: `Quien entre con tu cuenta, a quien tú invites desde el plan, mientras no le quites el acceso, y las personas de ${whose.responsible ?? whose.provider} que se encargan del servidor. Ninguna otra familia. Si una te ha invitado a su diario, ve tu email y cuándo entraste por última vez. Si has dejado entrar a un profesional de ${whose.provider}, ve el diario, el gráfico, la evolución, los planes y lo que hayas preguntado (también lo de antes), con el nombre y la fecha de nacimiento de tu bebé y, de tu cuenta, tu email, cómo te llamas y, si estás de prueba, hasta cuándo. Cada día que mire, queda apuntado qué miró, y le quitas el acceso cuando quieras.`,
    },
    {
      title: 'Qué puedes hacer',
      items: [
        'Llevarte el diario, el plan y los datos de tu cuenta: en «Plan», «Tus datos», «Exportar». Las preguntas a un profesional, lo que te propuso, los planes de antes y quién ha mirado no van en ese archivo: pídelos a quien responde de los datos.',
        'Corregirlo: cada registro se puede cambiar, y el email, en «Plan», «Cuenta».',
        'Borrarlo: en «Plan», «Cuenta», «Eliminar la cuenta». También así retiras tu consentimiento.',
        'Reclamar ante la Agencia Española de Protección de Datos (www.aepd.es).',
      ],
    },
    {
      title: 'Qué queda al borrar la cuenta',
      text: whose.isHosted
        ? 'Se borra al momento, con todo lo que contiene. Lo que quede en copias y registros de Supabase caduca según sus plazos.'
        : 'Se borra al momento, con todo lo que contiene. Queda una huella que no dice quién eras, para que ninguna copia de seguridad devuelva la cuenta, y lo que el registro de seguridad conserva hasta que caduca.',
    },
  ],
} as const

export const consent = {
  title: 'Antes de empezar',
  changedTitle: 'Ha cambiado la política de privacidad',
  text: ({ product, responsible }: Whose) =>
    `${product} guarda el nombre y la fecha de nacimiento de tu bebé y lo que anotas de su sueño, sus tomas, sus pañales y su salud. ${responsible} responde de todo ello.`,
  promise:
    'Solo sirve para enseñarte su diario: no se vende, y solo lo ve quien tú dejes entrar y quien se encarga del servidor. Puedes llevártelo o borrarlo cuando quieras.',
  ask: 'Si eres su madre, su padre o quien tiene su tutela y te parece bien, acéptalo.',
  more: 'Leer la política de privacidad',
  accept: 'Acepto',
  accepting: 'Guardando...',
  notNow: 'Ahora no',
  notNowHint: '«Ahora no» cierra la sesión, y no se guarda nada nuevo.',
  failed: 'No se ha podido guardar',
} as const

/** @param day as YYYY-MM-DD. */
function longDate(day: string): string {
  return new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
