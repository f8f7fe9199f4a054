/** The wishes in a `Prefer` header. A wish that wasn't made is null. */
export interface Preferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null' | null
  return: 'representation' | 'minimal' | 'headers-only' | null
  count: 'exact' | 'planned' | 'estimated' | null
  handling: 'strict' | 'lenient' | null
  maxAffected: number | null
  /** The preferences that the API doesn't know. They are an error only with `handling=strict`. */
  invalid: readonly string[]
}

const VALUES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  // These are understood but not granted, because a transaction always ends with its request.
  tx: ['commit', 'rollback'],
} as const

const NONE: Preferences = {
  resolution: null,
  missing: null,
  return: null,
  count: null,
  handling: null,
  maxAffected: null,
  invalid: [],
}

/**
 * Parses the `Prefer` header, in which several preferences are joined by commas. Of several values for one name the
 * first counts, and letters count as written.
 */
export function parsePrefer(header: string | undefined): Preferences {
  if (header === undefined) return NONE
  const asked = header
    .split(',')
    .map((preference) => preference.trim())
    .filter((preference) => preference !== '')
  return {
    resolution: first(asked, 'resolution'),
    missing: first(asked, 'missing'),
    return: first(asked, 'return'),
    count: first(asked, 'count'),
    handling: first(asked, 'handling'),
    maxAffected: maxAffected(asked),
    invalid: asked.filter((preference) => !isKnown(preference)),
  }
}

/** Writes the `Preference-Applied` header, or answers null when nothing was applied. */
export function preferenceApplied(preferences: Preferences, verb: 'read' | Write): string | null {
  const { resolution, missing, count, handling, maxAffected: most } = preferences
  const strictly = handling === 'strict' && (verb === 'update' || verb === 'delete')
  const applied = [
    verb === 'insert' && resolution !== null ? `resolution=${resolution}` : null,
    (verb === 'insert' || verb === 'update') && missing !== null ? `missing=${missing}` : null,
    verb !== 'read' && preferences.return !== null ? `return=${preferences.return}` : null,
    count === null ? null : `count=${count}`,
    handling === null ? null : `handling=${handling}`,
    strictly && most !== null ? `max-affected=${most}` : null,
  ].filter((preference) => preference !== null)
  return applied.length === 0 ? null : applied.join(', ')
}

export type Write = 'insert' | 'update' | 'delete'

function first<K extends keyof typeof VALUES>(
  asked: readonly string[],
  name: K,
): (typeof VALUES)[K][number] | null {
  for (const preference of asked) {
    const value = VALUES[name].find((known) => preference === `${name}=${known}`)
    if (value !== undefined) return value
  }
  return null
}

function maxAffected(asked: readonly string[]): number | null {
  const value = asked.find((preference) => preference.startsWith('max-affected='))?.slice(13)
  return value !== undefined && /^-?[0-9]{1,15}$/.test(value) ? Number(value) : null
}

function isKnown(preference: string): boolean {
  if (preference.startsWith('max-affected=')) return true
  return Object.entries(VALUES).some(([name, values]) =>
    values.some((value) => preference === `${name}=${value}`),
  )
}
