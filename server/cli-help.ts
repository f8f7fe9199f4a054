import { ADMIN_COMMAND } from './settings/paths.ts'

/** What is printed to whoever asks, and below what was written wrong. */
export const HELP = `Uso: ${ADMIN_COMMAND} ORDEN

  create-user EMAIL [--password CLAVE] [--trial DÍAS]
                                           Crea una cuenta y escribe qué enviar a la familia. Sin --password inventa una.
                                           Con --password - se escribe aparte: como argumento la ven otros en la máquina.
  invite EMAIL [--trial DÍAS]              Crea una cuenta y le envía un email para que elija su contraseña.
  extend EMAIL --trial DÍAS | --full       Alarga una prueba, o la convierte en una cuenta normal.
  list-users                               Lista las cuentas.
  staff EMAIL --role consultant|admin --name NOMBRE
                                           Da un puesto en la consultoría: consultant acompaña a las familias que la
                                           dejan, y admin lleva también las cuentas. Las familias leen el nombre.
  staff EMAIL --role none                  Se lo quita, en el acto.
  reset-password EMAIL [--password CLAVE]  Cambia la contraseña y cierra todas sus sesiones.
  remove-second-factor EMAIL               Quita el segundo factor a quien ha perdido el móvil de los códigos.
  disable-user EMAIL                       Desactiva la cuenta: no puede entrar ni seguir dentro.
  enable-user EMAIL                        Vuelve a activarla.
  delete-user EMAIL [--yes]                Borra la cuenta y todos sus registros. Pide confirmación, o --yes.
  backup FICHERO [--force]                 Copia todos los datos en un fichero, también con el servidor en marcha.
                                           Con --force reemplaza el fichero que ya hay.
  backup CARPETA --keep N                  Hace ahí una copia con la fecha por nombre, y borra las más viejas de las
                                           hechas así: quedan N.
  restore FICHERO                          Los devuelve a una base de datos vacía: todo o nada.
  note-restore [--late]                    Para quien ha devuelto la base de datos de otra manera: los móviles darán lo que
                                           falte. Con --late si alguien ha anotado algo entretanto.
  verify FICHERO                           Comprueba que una copia vale: la restaura en una base de datos de usar y tirar, y
                                           dice qué hay en ella. No toca la del servidor. En BACKUP_DIR queda apuntado.
  security-log [--last N]                  Muestra qué ha pasado con las cuentas: lo último, 50 líneas si no se dice.
  take-over --yes                          Deja arrancar con estos secretos, y solo con estos, cuando se han perdido
                                           los de antes. Cierra todas las sesiones.
  keys                                     Muestra las claves de la API en JSON.
  rotate-keys [--anon] [--service]         Hace otras claves de la API: las de antes dejan de valer en el acto.
  rotate-keys --sessions                   Además otro secreto: cierra todas las sesiones. El segundo factor se queda.

Para una cuenta que ya existe vale también su id en lugar de EMAIL: hace falta si varias tienen el mismo email.
Funciona con el servidor en marcha y sin él. Usa los mismos ajustes: DATA_DIR, DATABASE_URL…
Con SUPABASE_URL y SUPABASE_SERVICE_KEY administra las cuentas de ese proyecto.
`
