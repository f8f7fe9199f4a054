// The words of the consultancy’s own screen.

export const resources = {
  subtitle: 'Recursos, consejos y novedades.',
  blog: 'Blog',
  contact: 'Contacta',
  services: 'Servicios',
  courses: 'Cursos',
  like: 'Me gusta',
  comment: 'Comentar',
  share: 'Compartir',
  instagram: 'Ver en Instagram',
  reportError: 'Reportar un error',
  reportSubject: 'Reporte de Error en la App',
  visitWebsite: 'Visitar nuestra web',
  newTab: '(se abre en otra pestaña)',
  post: (author: string) => `Publicación de ${author}`,
  inDevelopment: '🚧 ¡Función en desarrollo!',
  inDevelopmentDetail: 'Esta interacción es solo visual. ¡El feed completo llegará pronto! 🚀',
  postImage: 'Ilustración: la luna sobre un día de siestas',
  postLikes: '128 Me gusta',
  postCaption: 'Las ventanas de sueño son una guía, no un examen. Mira a tu bebé y ajusta poco a poco.',
  postComments: '14 comentarios',
} as const
