import { Button } from '../../ui/buttons/Button.tsx'
import { planScreen } from '../../words/screens.es.ts'
import styles from './SaveBar.module.css'

/** «Guardar Cambios»: at the end of the form, and in reach all along it while something is unsaved. */
export function SaveBar({ unsaved }: { unsaved: boolean }) {
  return (
    <div className={unsaved ? `${styles.bar} ${styles.within}` : styles.bar}>
      <p className={styles.unsaved} role="status">
        {unsaved && planScreen.unsaved}
      </p>
      <Button variant="primary" type="submit">
        {planScreen.save}
      </Button>
    </div>
  )
}
