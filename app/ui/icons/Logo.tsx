import styles from './Logo.module.css'

interface LogoProps {
  product: string
  /** Addresses of the brand's own pictures, one per theme. */
  logos: { light: string; dark: string }
  className?: string | undefined
}

/**
 * The brand's logo, a variant for each theme. Ours is part of the page, so that it is painted with the first words;
 * which of the two is shown is decided in CSS, because the prerendered page is the same for every brand.
 */
export function Logo({ product, logos, className = '' }: LogoProps) {
  return (
    <span className={styles.logo} data-logo={logos.light}>
      <svg className={className} viewBox="0 0 110 32" role="img" aria-label={product}>
        <use href="#logo" />
      </svg>
      <img className={`${className} ${styles.light}`} src={logos.light} alt={product} loading="lazy" />
      <img className={`${className} ${styles.dark}`} src={logos.dark} alt={product} loading="lazy" />
    </span>
  )
}
