/**
 * Lists the shell commands below a heading of a document: a text for each block, up to the next heading of any depth.
 * Throws where there are none, because whoever follows the document would have none either.
 * @param {string} document
 * @param {string} heading
 */
export function commandsBelow(document, heading) {
  const [, section] = document.split(new RegExp(`^#+ ${heading}$`, 'm'))
  const text = section?.split(/^#+ /m)[0] ?? ''
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands.trim())
  if (blocks.length === 0) throw new Error(`The document has no commands below «${heading}».`)
  return blocks
}
