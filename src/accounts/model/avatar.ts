// The pages draw the same letters in the same color (web/src/design/user-badge.tsx).

/** Returns one or two letters for a user: of the first and the last word of the real name, or of the login. */
export function getInitials(name: string): string {
  const words = name.split(/[\s._-]+/).flatMap((word) => word.match(/[\p{L}\p{N}]/u) ?? [])
  const [first = '?', ...others] = words
  return `${first}${others.at(-1) ?? ''}`.toUpperCase()
}

/** Returns the number of the color of a user, who has the same one everywhere. */
export const getTone = (login: string): number =>
  [...login].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997, 7) % 6
