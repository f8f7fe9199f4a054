// The words of the buttons that copy a text of the console.

export const copying = {
  copy: 'Copiar',
  copied: 'Copiado',
  copiedSaid: 'Copiado',
  notCopied: 'No se ha podido copiar',
} as const
