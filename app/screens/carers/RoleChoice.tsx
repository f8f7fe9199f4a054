import { useId } from 'react'
import type { GrantedRole } from '../../family/remote-families.ts'
import { roleChoice as words } from '../../words/carers/carers.es.ts'
import styles from './RoleChoice.module.css'

interface RoleChoiceProps<Role extends GrantedRole> {
  roles: readonly Role[]
  value: Role
  onChange: (role: Role) => void
}

/** What somebody is let in as, each with a line that says what it means. */
export function RoleChoice<Role extends GrantedRole>({ roles, value, onChange }: RoleChoiceProps<Role>) {
  const id = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>{words.legend}</legend>
      <div className={styles.options}>
        {roles.map((role) => (
          <label key={role} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={role}
              checked={role === value}
              aria-label={words.options[role].label}
              aria-describedby={`${id}-${role}`}
              onChange={() => onChange(role)}
            />
            <span className={styles.label}>{words.options[role].label}</span>
            <span id={`${id}-${role}`} className="hint">
              {words.options[role].hint}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
