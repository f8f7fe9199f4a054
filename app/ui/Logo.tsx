/** The word mark. Its colours are the theme's, so each theme has its own. */
export function Logo({ product, className }: { product: string; className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 110 32" role="img" aria-label={product}>
      <use href="#logo" />
    </svg>
  )
}
