import type { Condition, LinkEnd, Range } from '../../src/fields/condition.ts'
import type { RichText, StoredLink } from '../../src/fields/field.ts'
import { toSearchableText } from '../../src/fields/searchable-text.ts'
import { fold } from '../../src/kit/fold.ts'

/** An artifact as a reader of conditions sees it: its document, and what is around it. */
export interface Document {
  readonly id: number
  readonly number: number
  readonly rank: number
  readonly submittedOn: number
  readonly updatedOn: number
  readonly submittedBy: number | null
  readonly updatedBy: number | null
  readonly itemName: string
  readonly values: Readonly<Record<string, unknown>>
  /** The latest wording of each changeset; null: for everybody. */
  readonly comments: readonly { readonly text: string; readonly groups: readonly number[] | null }[]
  /** Names and descriptions of the files of each field. */
  readonly files: Readonly<Record<string, readonly { readonly name: string; readonly description: string }[]>>
  /** Artifacts it mentions. */
  readonly mentions: readonly number[]
}

/** Everything that whoever asks sees, by id. */
export type VisibleFields = ReadonlyMap<number, Document>

/** Whether a condition is true of an artifact: read out of the documents, without any table of values. */
export function matchesFilter(condition: Condition, of: Document, sight: VisibleFields): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((each) => matchesFilter(each, of, sight))
    case 'any':
      return condition.of.some((each) => matchesFilter(each, of, sight))
    case 'not':
      return !matchesFilter(condition.of, of, sight)
    case 'holds': {
      const chosen = itemsOf(of.values[condition.field], condition.family)
      return condition.values === null ? chosen.length > 0 : chosen.some((id) => condition.values?.includes(id))
    }
    case 'within': {
      const value = of.values[condition.field]
      return typeof value === 'number' && isWithin(value, condition.range)
    }
    case 'contains': {
      const text = textOf(of.values[condition.field])
      return text !== '' && text.includes(condition.text)
    }
    case 'matches': {
      const value = of.values[condition.field]
      if (condition.family === 'number') return typeof value === 'number' && isIn(condition.pattern, `${value}`)
      const text = textOf(value)
      return text !== '' && isIn(condition.pattern, text)
    }
    case 'digits':
      return isIn(condition.pattern, `${of[condition.of]}`)
    case 'file':
      return (of.files[condition.field] ?? []).some(({ name, description }) =>
        [name, description].some((each) => fold(each).includes(fold(condition.text))),
      )
    case 'system':
      return isWithin(systemValue(of, condition.of), condition.range)
    case 'by': {
      const who = condition.of === 'submitted_by' ? of.submittedBy : of.updatedBy
      return condition.users.some((each) => Number(each) === who)
    }
    case 'link':
      return condition.direction === 'forward'
        ? linksOf(of).some(({ id, type }) => isEnd(sight.get(id), type, condition))
        : [...sight.values()].some((source) =>
            linksOf(source).some(({ id, type }) => id === of.id && isEnd(source, type, condition)),
          )
    case 'mention': {
      const other = sight.get(condition.artifact)
      return other !== undefined && (of.mentions.includes(other.id) || other.mentions.includes(of.id))
    }
    case 'comment':
      return of.comments.some(
        ({ text, groups }) =>
          text !== '' &&
          text.includes(condition.text) &&
          (groups === null ||
            condition.readers === null ||
            groups.some((each) => condition.readers?.some((mine) => Number(mine) === each))),
      )
    default:
      return condition satisfies never
  }
}

/** By the engine of JavaScript: for patterns of letters without accents and case. */
const isIn = (pattern: string, text: string): boolean => new RegExp(pattern, 'iu').test(text)

function isEnd(
  end: Document | undefined,
  type: string,
  wanted: { readonly type: string | null; readonly other: LinkEnd },
): boolean {
  if (end === undefined || (wanted.type !== null && wanted.type !== type)) return false
  const { other } = wanted
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

function systemValue(of: Document, which: 'id' | 'number' | 'rank' | 'submitted_on' | 'updated_on'): number {
  return which === 'submitted_on' ? of.submittedOn : which === 'updated_on' ? of.updatedOn : of[which]
}

/** Ids of values: of a list, or of an open list those of its bind (`b`) or those that were typed (`o`). */
function itemsOf(value: unknown, family: 'list' | 'open'): number[] {
  const items = Array.isArray(value) ? (value as readonly (number | string)[]) : []
  const sign = family === 'list' ? 'b' : 'o'
  return items
    .flatMap((item) => {
      if (typeof item === 'number') return family === 'list' ? [item] : []
      return item.startsWith(sign) ? [Number(item.slice(1))] : []
    })
    .filter((id) => id !== 100 || family === 'open')
}

/** Of a field: what is stored is a text, or a text with its format. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return toSearchableText({ format: 'text', content: value })
  const isText = typeof value === 'object' && value !== null && 'content' in value
  return isText ? toSearchableText(value as RichText) : ''
}

/** In whichever field they stand. */
const linksOf = ({ values }: Document): readonly StoredLink[] =>
  Object.values(values).flatMap((value) =>
    Array.isArray(value) ? value.filter((each): each is StoredLink => typeof each === 'object' && 'type' in each) : [],
  )
