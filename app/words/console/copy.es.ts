// The words of the button that copies a text of the console.

export const copying = {
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'No se ha podido copiar',
} as const
