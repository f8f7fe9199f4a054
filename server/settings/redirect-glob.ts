/**
 * Turns a glob into an expression, as the reference server reads it: `*` and `?` stop at `.` and `/`, `**` stops
 * nowhere, `[a-c]` and `[!x]` are one character, and `{a,b}` is one of several.
 */
export function globPattern(glob: string): RegExp {
  let pattern = ''
  let depth = 0
  for (let at = 0; at < glob.length; at += 1) {
    const [token, translated] = globToken(glob.slice(at), depth)
    if (token === '{') depth += 1
    if (token === '}' && depth > 0) depth -= 1
    pattern += translated
    at += token.length - 1
  }
  return new RegExp(`^${pattern}${')'.repeat(depth)}$`, 'u')
}

function globToken(rest: string, depth: number): [string, string] {
  if (rest.startsWith('**')) return ['**', '.*']
  const [first = ''] = rest
  const [set, negated, members = ''] = /^\[(!?)([^\]]+)\]/.exec(rest) ?? []
  if (set !== undefined) return [set, `[${negated ? '^' : ''}${members.replace(/[\\^[&~|]/g, '\\$&')}]`]
  switch (first) {
    case '*':
      return ['*', '[^./]*']
    case '?':
      return ['?', '[^./]']
    case '{':
      return ['{', '(?:']
    case '}':
      return ['}', depth > 0 ? ')' : '\\}']
    case ',':
      return [',', depth > 0 ? '|' : ',']
    case '\\':
      return [rest.slice(0, 2), literal(rest[1] ?? '\\')]
    default:
      return [first, literal(first)]
  }
}

function literal(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
