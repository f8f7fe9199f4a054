import type { ComponentProps } from 'react'
import { TextField } from '../../ui/fields/TextField.tsx'

/** The most characters that the database takes of a name. */
const MOST = 40

/** What somebody is called at home: some letter has to be in it. */
export function NameField(
  props: Pick<
    ComponentProps<typeof TextField>,
    'ref' | 'label' | 'hint' | 'name' | 'defaultValue' | 'required' | 'readOnly'
  >,
) {
  return <TextField maxLength={MOST} pattern=".*\S.*" autoComplete="off" autoCapitalize="words" {...props} />
}
