/** An artifact that the user has opened in this browser. */
export interface RecentArtifact {
  readonly id: number
  readonly xref: string
  readonly title: string | null
  readonly tracker: string
  readonly color: string | null
  readonly isOpen: boolean
  /** Of its status among the open values, or among the others. */
  readonly place?: { readonly index: number; readonly count: number } | null
}

const maxKept = 20
const placeOf = (user: number | null): string => `recent:${user}`

/** The latest first. */
export function readRecentArtifacts(user: number | null): readonly RecentArtifact[] {
  try {
    const content: unknown = JSON.parse(localStorage.getItem(placeOf(user)) ?? '[]')
    // It was written below, in the same shape.
    return Array.isArray(content) ? (content as readonly RecentArtifact[]) : []
  } catch {
    return []
  }
}

export function keepRecentArtifact(user: number | null, artifact: RecentArtifact): void {
  const others = readRecentArtifacts(user).filter(({ id }) => id !== artifact.id)
  try {
    localStorage.setItem(placeOf(user), JSON.stringify([artifact, ...others].slice(0, maxKept)))
  } catch {
    // The browser has no room for it.
  }
}

/** Others may use the same browser. */
export const removeRecentArtifacts = (user: number | null): void => localStorage.removeItem(placeOf(user))
