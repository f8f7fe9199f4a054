import type { Quality } from '../../../core/records/sleep-record.ts'
import { diary, qualities } from '../../words/screens.es.ts'
import styles from './QualityStar.module.css'

/** Full = Buena, half = Regular, outline = Mala. `decorative` where its name stands beside it. */
export function QualityStar({ quality, decorative = false }: { quality: Quality; decorative?: boolean }) {
  const star = <use href={`#s-${quality}`} />
  if (decorative) {
    return (
      <svg className={styles.star} viewBox="0 0 24 24" aria-hidden="true">
        {star}
      </svg>
    )
  }
  return (
    <svg
      className={styles.star}
      viewBox="0 0 24 24"
      role="img"
      aria-label={diary.quality(qualities[quality])}
    >
      {star}
    </svg>
  )
}
