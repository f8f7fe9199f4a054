/** A condition on a row, as the table API reads it in `or`: it says what `was` does. What follows from its times is left out. */
export function isStill({
  id: _id,
  user_id: _userId,
  ...was
}: object & { id: string; user_id: string }): string {
  const fields = Object.entries(was).filter(([name]) => name !== 'duration')
  return `and(${fields.flatMap(([name, value]) => equals(name, value)).join(',')})`
}

function equals(name: string, value: unknown): string[] {
  // The lists are sets; '' is how other clients may say "none".
  if (Array.isArray(value)) return [`${name}.cs."{${value.join()}}"`, `${name}.cd."{${value.join()}}"`]
  if (value !== null) return [`${name}.eq."${String(value)}"`]
  return [name === 'quality' ? `or(quality.is.null,quality.eq."")` : `${name}.is.null`]
}
