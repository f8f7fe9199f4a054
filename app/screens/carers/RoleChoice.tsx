import { useId } from 'react'
import type { GrantedRole } from '../../family/remote-families.ts'
import { roleChoice as words } from '../../words/carers.es.ts'
import styles from './RoleChoice.module.css'

interface RoleChoiceProps {
  value: GrantedRole
  onChange: (role: GrantedRole) => void
}

/** What somebody is let in as, each with a line that says what it means. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className={styles.legend}>{words.legend}</legend>
      <div className={styles.options}>
        {words.options.map(({ role, label, hint }) => (
          <label key={role} className={styles.option}>
            <input
              type="radio"
              name={id}
              value={role}
              checked={role === value}
              aria-label={label}
              aria-describedby={`${id}-${role}`}
              onChange={() => onChange(role)}
            />
            <span className={styles.label}>{label}</span>
            <span id={`${id}-${role}`} className="hint">
              {hint}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
