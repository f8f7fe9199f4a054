import { loader } from '../../words/entrance.es.ts'
import styles from './Loader.module.css'

/** The whole screen while the session or the data load. */
export function Loader() {
  return (
    <div className={styles.loader} role="status">
      <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
        <path className={styles.moon} d="M28.99 17.55A14 14 0 1 1 14.46 3.01A10.5 10.5 0 1 0 28.99 17.55Z" />
        <circle className={styles.sun} cx="20.2" cy="11.8" r="6.4" />
      </svg>
      <b>{loader.title}</b>
      <p>{loader.text}</p>
    </div>
  )
}
