import type { EpochSeconds } from './time.ts'

/** Which version a client means to change (RFC 9110 §13.1.1, §13.1.4): all that it says must hold. */
export interface Precondition {
  /** Tags without quotes and weak marks, one of which the version must have; `any`: whichever it is. */
  readonly tags?: 'any' | readonly string[]
  /** The date of the version; null: the value is not a date, so it is that of no version. */
  readonly unmodifiedSince?: EpochSeconds | null
  /** Tags of versions that it must not be; `any`: there must be none (RFC 9110 §13.1.2). */
  readonly noneOf?: 'any' | readonly string[]
}

export const hasPrecondition = ({ tags, unmodifiedSince }: Precondition): boolean =>
  tags !== undefined || unmodifiedSince !== undefined

/** Whether the client wants no change of this version. */
export const isExcluded = ({ noneOf }: Precondition, tag: string): boolean =>
  noneOf === 'any' || noneOf?.some((each) => each.split('.', 1)[0] === tag) === true

/**
 * Whether this is the version that is meant. `tag` stands for the version alone: of a tag in two parts, the one before
 * the dot. The date must be that of the version: docs/decisions/0012-exact-preconditions.md says why a later one will not do.
 */
export function matchesPrecondition(
  { tags, unmodifiedSince }: Precondition,
  version: { readonly tag: string; readonly date: EpochSeconds },
): boolean {
  const hasTag = tags === undefined || tags === 'any' || tags.some((each) => each.split('.', 1)[0] === version.tag)
  return hasTag && (unmodifiedSince === undefined || unmodifiedSince === version.date)
}
