import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A device may have no other font than this; the folder is where Debian's package puts it. */
export interface StandIn {
  name: string
  folder: string
}

const FOLDER = '/usr/share/fonts/truetype'

/** These four stand in for ours until its file is there: app/ui/style/fonts.css stretches each to its measures. */
const STAND_INS: readonly StandIn[] = [
  { name: 'DejaVu Sans', folder: `${FOLDER}/dejavu` },
  { name: 'Liberation Sans', folder: `${FOLDER}/liberation` },
  { name: 'Roboto', folder: `${FOLDER}/roboto` },
  { name: 'Noto Sans', folder: `${FOLDER}/noto` },
]

/**
 * Lists those of the four that are on this machine; the test run installs them where it may, and says which are
 * missing.
 */
export function standInsHere(): StandIn[] {
  return STAND_INS.filter(({ folder }) => existsSync(folder))
}

/** Returns the environment of a browser that knows no other font. What tells it so is written into `place`. */
export function onlyFont({ folder }: StandIn, place: string): Record<string, string> {
  mkdirSync(place, { recursive: true })
  const file = join(place, 'fonts.conf')
  const cache = `<cachedir>${join(place, 'cache')}</cachedir>`
  writeFileSync(file, `<?xml version="1.0"?><fontconfig><dir>${folder}</dir>${cache}</fontconfig>`)
  return { FONTCONFIG_FILE: file }
}
