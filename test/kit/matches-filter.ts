import type { Condition, LinkEnd, Range } from '../../src/fields/model/condition.ts'
import type { RichText, StoredLink } from '../../src/fields/model/field.ts'
import { toSearchableText } from '../../src/fields/texts/searchable-text.ts'
import { foldText } from '../../src/kit/text/fold.ts'

/** An artifact with the data that conditions refer to. */
export interface ArtifactDocument {
  readonly id: number
  readonly number: number
  readonly rank: number
  readonly submittedOn: number
  readonly updatedOn: number
  readonly submittedBy: number | null
  readonly updatedBy: number | null
  readonly itemName: string
  readonly values: Readonly<Record<string, unknown>>
  /** The latest version of each comment; null if all users may read it. */
  readonly comments: readonly { readonly text: string; readonly groups: readonly number[] | null }[]
  /** Names and descriptions of the files of each field. */
  readonly files: Readonly<Record<string, readonly { readonly name: string; readonly description: string }[]>>
  /** Ids of artifacts that it mentions. */
  readonly mentions: readonly number[]
}

/** The artifacts visible to the caller, by id. */
export type VisibleArtifacts = ReadonlyMap<number, ArtifactDocument>

/** Returns whether an artifact matches a condition, computed from the documents without any index table. */
export function matchesFilter(condition: Condition, artifact: ArtifactDocument, visible: VisibleArtifacts): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((each) => matchesFilter(each, artifact, visible))
    case 'any':
      return condition.of.some((each) => matchesFilter(each, artifact, visible))
    case 'not':
      return !matchesFilter(condition.of, artifact, visible)
    case 'holds': {
      const items = itemsOf(artifact.values[condition.field], condition.family)
      return condition.values === null ? items.length > 0 : items.some((id) => condition.values?.includes(id))
    }
    case 'within': {
      const value = artifact.values[condition.field]
      return typeof value === 'number' && isWithin(value, condition.range)
    }
    case 'contains': {
      const text = textOf(artifact.values[condition.field])
      return text !== '' && text.includes(condition.text)
    }
    case 'matches': {
      const value = artifact.values[condition.field]
      if (condition.family === 'number')
        return typeof value === 'number' && matchesPattern(condition.pattern, `${value}`)
      const text = textOf(value)
      return text !== '' && matchesPattern(condition.pattern, text)
    }
    case 'ids':
      return condition.ids.some((id) => Number(id) === artifact.id)
    case 'digits':
      return matchesPattern(condition.pattern, `${artifact[condition.of]}`)
    case 'file':
      return (artifact.files[condition.field] ?? []).some(({ name, description }) =>
        [name, description].some((each) => foldText(each).includes(foldText(condition.text))),
      )
    case 'system':
      return isWithin(systemValue(artifact, condition.of), condition.range)
    case 'by': {
      const user = condition.of === 'submitted_by' ? artifact.submittedBy : artifact.updatedBy
      return condition.users.some((each) => Number(each) === user)
    }
    case 'link':
      return condition.direction === 'forward'
        ? linksOf(artifact).some(({ id, type }) => matchesLinkEnd(visible.get(id), type, condition))
        : [...visible.values()].some((source) =>
            linksOf(source).some(({ id, type }) => id === artifact.id && matchesLinkEnd(source, type, condition)),
          )
    case 'mention': {
      const other = visible.get(condition.artifact)
      return other !== undefined && (artifact.mentions.includes(other.id) || other.mentions.includes(artifact.id))
    }
    case 'comment':
      return artifact.comments.some(
        ({ text, groups }) =>
          text !== '' &&
          text.includes(condition.text) &&
          (groups === null ||
            condition.readers === null ||
            groups.some((each) => condition.readers?.some((group) => Number(group) === each))),
      )
    default:
      return condition satisfies never
  }
}

/** Uses the regular expressions of JavaScript: for patterns of letters without accents and case. */
const matchesPattern = (pattern: string, text: string): boolean => new RegExp(pattern, 'iu').test(text)

function matchesLinkEnd(
  end: ArtifactDocument | undefined,
  type: string,
  condition: { readonly type: string | null; readonly other: LinkEnd },
): boolean {
  if (end === undefined || (condition.type !== null && condition.type !== type)) return false
  const { other } = condition
  if (other === null) return true
  if (other.kind === 'artifact') return end.id === Number(other.id)
  if (other.kind === 'number') return isWithin(end.id, other.range)
  return (end.itemName === other.itemName) === other.isEqual
}

function isWithin(value: number, { above, from, to, below }: Range): boolean {
  return (
    (above === undefined || value > above) &&
    (from === undefined || value >= from) &&
    (to === undefined || value <= to) &&
    (below === undefined || value < below)
  )
}

function systemValue(of: ArtifactDocument, which: 'id' | 'number' | 'rank' | 'submitted_on' | 'updated_on'): number {
  return which === 'submitted_on' ? of.submittedOn : which === 'updated_on' ? of.updatedOn : of[which]
}

/** Ids of list values; of an open list, either bound values (`b`) or typed values (`o`). */
function itemsOf(value: unknown, family: 'list' | 'open'): number[] {
  const items = Array.isArray(value) ? (value as readonly (number | string)[]) : []
  const prefix = family === 'list' ? 'b' : 'o'
  return items
    .flatMap((item) => {
      if (typeof item === 'number') return family === 'list' ? [item] : []
      return item.startsWith(prefix) ? [Number(item.slice(1))] : []
    })
    .filter((id) => id !== 100 || family === 'open')
}

/** A stored value is a text, or a text with its format. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return toSearchableText({ format: 'text', content: value })
  const isText = typeof value === 'object' && value !== null && 'content' in value
  return isText ? toSearchableText(value as RichText) : ''
}

/** Links of all fields. */
const linksOf = ({ values }: ArtifactDocument): readonly StoredLink[] =>
  Object.values(values).flatMap((value) =>
    Array.isArray(value) ? value.filter((each): each is StoredLink => typeof each === 'object' && 'type' in each) : [],
  )
