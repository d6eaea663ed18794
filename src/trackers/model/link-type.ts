import type { FieldTypeName } from '../../fields/model/field.ts'
import { listTypesHolding } from '../../fields/registry/capabilities.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'

/** A link type of the whole site (docs/api/link-types.md §1). */
export interface SiteLinkType {
  readonly shortName: string
  readonly forwardLabel: string
  readonly reverseLabel: string
  /** Built in or added by an imported archive: only links of an archive get it, except `_is_child`. */
  readonly isSystem: boolean
}

export interface LinkTypeWithUsage extends SiteLinkType {
  /** A link has this type or once had it. */
  readonly isUsed: boolean
}

export const childType = '_is_child'

/** docs/api/link-types.md §2: the order wherever types are listed. */
export const sortLinkTypes = <T extends SiteLinkType>(types: readonly T[]): T[] => types.toSorted(compareTypes)

const compareTypes = (a: SiteLinkType, b: SiteLinkType): number =>
  sortGroupOf(a) - sortGroupOf(b) || (a.shortName < b.shortName ? -1 : Number(a.shortName > b.shortName))

const sortGroupOf = ({ shortName, isSystem }: SiteLinkType): number => (shortName === childType ? 0 : isSystem ? 1 : 2)

/** System types of features that Tulipwood has; types of other products come with archives and stay on their links. */
const systemTypes: ReadonlySet<string> = new Set([childType, '_covered_by'])

/**
 * docs/api/link-types.md §4: types of the fields that need a system type; a project with one of them cannot disable it.
 */
export const listFieldTypesNeeding = (shortName: string): readonly FieldTypeName[] =>
  shortName === '_covered_by' ? listTypesHolding('steps') : []

/** docs/api/trackers.md §3.4: what a link field lists, unless the project switched it off. */
export const isOffered = ({ shortName, isSystem }: SiteLinkType): boolean => !isSystem || systemTypes.has(shortName)

/** Both the table and every list of types stay small. */
export const maxLinkTypes = 1000

const maxLength = 255

/** docs/api/link-types.md §2, §3: the name of a type that an administrator creates. */
export function checkShortName(shortName: string | undefined): string {
  const name = shortName?.trim() ?? ''
  if (name === '') throw new Refusal('invalid', 'missing shortname')
  if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(name))
    throw new Refusal(
      'invalid',
      'Only letters, digits and underscore are allowed for shortname (must start with a letter though).',
    )
  if (name.length > maxLength)
    throw new Refusal(
      'invalid',
      message`The shortname has ${name.length} characters, at most ${maxLength} are allowed.`,
    )
  return name
}

export function checkLabel(direction: 'forward' | 'reverse', label: string | undefined): string {
  const text = label?.trim() ?? ''
  const isForward = direction === 'forward'
  if (text === '') throw new Refusal('invalid', isForward ? 'missing forward label' : 'missing reverse label')
  if (text.length > maxLength)
    throw new Refusal(
      'invalid',
      isForward
        ? message`The forward label has ${text.length} characters, at most ${maxLength} are allowed.`
        : message`The reverse label has ${text.length} characters, at most ${maxLength} are allowed.`,
    )
  return text
}
