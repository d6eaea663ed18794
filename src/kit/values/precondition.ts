import type { EpochSeconds } from './time.ts'

/** The version that a client wants to change (RFC 9110 §13.1.1, §13.1.4): all conditions must hold. */
export interface Precondition {
  /** Tags without quotes and weak marks, one of which the version must have; `any`: any version. */
  readonly tags?: 'any' | readonly string[]
  /** The date of the version; null: the value is not a date, so it matches no version. */
  readonly unmodifiedSince?: EpochSeconds | null
  /** Tags that the version must not have; `any`: there must be no version (RFC 9110 §13.1.2). */
  readonly noneOf?: 'any' | readonly string[]
}

export const hasPrecondition = ({ tags, unmodifiedSince }: Precondition): boolean =>
  tags !== undefined || unmodifiedSince !== undefined

/** Returns whether the client excludes a change of this version. */
export const isExcluded = ({ noneOf }: Precondition, tag: string): boolean =>
  noneOf === 'any' || noneOf?.some((each) => each.split('.', 1)[0] === tag) === true

/**
 * Returns whether this is the version of the precondition. `tag` identifies only the version: of a tag in two parts,
 * the one before the dot. The date must be that of the version: docs/decisions/0012-exact-preconditions.md explains why
 * a later one is not enough.
 */
export function matchesPrecondition(
  { tags, unmodifiedSince }: Precondition,
  version: { readonly tag: string; readonly date: EpochSeconds },
): boolean {
  const hasTag = tags === undefined || tags === 'any' || tags.some((each) => each.split('.', 1)[0] === version.tag)
  return hasTag && (unmodifiedSince === undefined || unmodifiedSince === version.date)
}
