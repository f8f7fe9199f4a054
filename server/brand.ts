import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { PACKAGE_ROOT } from './paths.ts'

const link = v.pipe(v.string(), v.url())

const brandSchema = v.object({
  product: v.pipe(v.string(), v.nonEmpty()),
  provider: v.pipe(v.string(), v.nonEmpty()),
  supportEmail: v.pipe(v.string(), v.email()),
  links: v.object({ web: link, blog: link, contact: link, services: link, courses: link, instagram: link }),
  /** Paths below the app's own address, one per theme. */
  logos: v.object({
    light: v.pipe(v.string(), v.startsWith('/')),
    dark: v.pipe(v.string(), v.startsWith('/')),
  }),
})

/** Product, provider, links, support address and logos: brand.json, the one place to change them. */
export type Brand = v.InferOutput<typeof brandSchema>

/** Throws a message that names the field when brand.json is wrong. */
export function loadBrand(path: string = join(PACKAGE_ROOT, 'brand.json')): Brand {
  const parsed = v.safeParse(brandSchema, JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`brand.json: «${v.getDotPath(issue) ?? 'raíz'}» no vale (${issue.message}).`)
}
