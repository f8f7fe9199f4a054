import styles from './Spinner.module.css'

/** Something of a screen is on its way; the loader's mark, smaller. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={styles.spinner} role="status">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path className={styles.moon} d="M28.99 17.55A14 14 0 1 1 14.46 3.01A10.5 10.5 0 1 0 28.99 17.55Z" />
        <circle className={styles.sun} cx="20.2" cy="11.8" r="6.4" />
      </svg>
      <span className="sr">{label}</span>
    </div>
  )
}
