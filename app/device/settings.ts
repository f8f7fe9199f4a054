import * as v from 'valibot'

const brandSchema = v.object({
  product: v.string(),
  provider: v.string(),
  supportEmail: v.string(),
  links: v.object({
    web: v.string(),
    blog: v.string(),
    contact: v.string(),
    services: v.string(),
    courses: v.string(),
    instagram: v.string(),
  }),
  /** Paths on the app's own address, one per theme. */
  logos: v.object({ light: v.string(), dark: v.string() }),
  /** Who answers for the data. Without it nobody is asked for a consent. */
  privacy: v.optional(
    v.object({
      name: v.string(),
      address: v.optional(v.string()),
      email: v.string(),
      officer: v.optional(v.string()),
      /** The day of the text. */
      version: v.string(),
    }),
  ),
})

const settingsSchema = v.object({
  /** '' means the address the page came from. */
  supabaseUrl: v.string(),
  anonKey: v.string(),
  fixedNow: v.nullable(v.string()),
  /** Characters a new password needs; null where only the other project knows. */
  minPasswordLength: v.nullish(v.number(), null),
  brand: brandSchema,
})

export type Settings = v.InferOutput<typeof settingsSchema>

/** Only reached when no server filled the page in, as under the development server. */
const DEFAULTS: Settings = {
  supabaseUrl: '',
  anonKey: '',
  fixedNow: null,
  minPasswordLength: 8,
  brand: {
    product: 'Nana',
    provider: 'BSC',
    supportEmail: 'soporte@example.org',
    links: {
      web: 'https://example.org/',
      blog: 'https://example.org/blog',
      contact: 'https://example.org/contacta',
      services: 'https://example.org/servicios',
      courses: 'https://example.org/cursos',
      instagram: 'https://www.instagram.com/',
    },
    logos: { light: '/logo-light.svg', dark: '/logo-dark.svg' },
  },
}

/** Where the page says what is kept of people. The server, index.html and the service worker know it too. */
export const PRIVACY_PATH = '/privacidad'

export function parseSettings(text: string | null): Settings {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson(), settingsSchema), text)
  return json.success ? json.output : DEFAULTS
}

export function settingsOf(page: Document): Settings {
  return parseSettings(page.getElementById('settings')?.textContent ?? null)
}

/** The prerendered shell is drawn where there is no document. */
export const settings: Settings = typeof document === 'undefined' ? DEFAULTS : settingsOf(document)

/**
 * Takes over what may change under a running page: the key. Returns false when something else is new too, which only
 * another page can show.
 */
export function adoptSettings(fresh: Settings): boolean {
  if (fresh.supabaseUrl === settings.supabaseUrl) settings.anonKey = fresh.anonKey
  return JSON.stringify(fresh) === JSON.stringify(settings)
}
