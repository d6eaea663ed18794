import { isDeepStrictEqual } from 'node:util'
import type { AffectedArtifacts } from '../../database/tables/affected-artifacts.ts'
import { createEmptyWriteNeeds, type FieldValueInput, type WriteNeeds } from '../../fields/contexts/write-context.ts'
import type { Field } from '../../fields/model/field.ts'
import { isObject, parseId } from '../../fields/parse/parse-id.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { resolveEmptyElement } from '../../fields/registry/resolve-empty-element.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'

/** Input by field. */
export type FieldEntries = ReadonlyMap<Field, FieldValueInput>

/**
 * Groups entries by field. A field with two different entries is refused, where Tuleap takes the last (decision 0041).
 */
export function indexEntriesByField(
  tracker: Pick<Tracker, 'fieldById'>,
  entries: readonly FieldValueInput[],
): FieldEntries {
  const entryByField = new Map<Field, FieldValueInput>()
  for (const entry of entries) {
    // Untrusted id; validated by the lookup that follows.
    const field = tracker.fieldById.get(entry.field_id as FieldId)
    if (field === undefined || !field.isUsed || getFieldType(field.type).input === undefined)
      throw new Refusal('invalid', message`Unknown field ${entry.field_id}`)
    const meant = resolveEmptyElement(entry, field)
    const earlier = entryByField.get(field)
    if (earlier !== undefined && !isDeepStrictEqual(earlier, meant))
      throw new Refusal(
        'invalid',
        message`Field ${field.id} (${field.name}) is sent twice with different values. Send it once.`,
      )
    entryByField.set(field, meant)
  }
  return entryByField
}

/** Collects what must be loaded before the entries can be interpreted. */
export function collectNeeds(entryByField: FieldEntries): WriteNeeds {
  const needs = createEmptyWriteNeeds()
  for (const [field, entry] of entryByField) getFieldType(field.type).input?.collectNeeds?.(entry, field, needs)
  return needs
}

/**
 * docs/api/field-values.md §1: null counts as not sent, because forms send it for fields that the user did not touch.
 */
export const withoutNulls = (entries: readonly FieldValueInput[]): FieldValueInput[] =>
  entries.map((entry) => {
    const present = Object.entries(entry).filter(([, value]) => value !== null)
    return { ...Object.fromEntries(present), field_id: entry.field_id }
  })

/** Returns what a change of an artifact affects besides it; undefined if it changes no links. */
export function collectAffected(
  entries: readonly FieldValueInput[],
  more: Partial<AffectedArtifacts>,
): AffectedArtifacts | undefined {
  return hasLinkChanges(entries) ? withLinkEnds(entries, more) : undefined
}

/** Adds the artifacts at the ends of the requested links. */
export function withLinkEnds(
  entries: readonly FieldValueInput[],
  { changed = [], ...more }: Partial<AffectedArtifacts>,
): AffectedArtifacts {
  const ends = collectLinkEnds(entries)
  return { ...more, ...ends, changed: [...changed, ...ends.changed] }
}

function collectLinkEnds(
  entries: readonly FieldValueInput[],
): Pick<Required<AffectedArtifacts>, 'changed' | 'linked' | 'replacesReverseLinks'> {
  const all = entries.flatMap(({ all_links }) => all_links ?? [])
  const reverse = [
    ...all.filter(({ direction }) => direction === 'reverse'),
    ...entries.flatMap(({ parent }) => parent ?? []),
  ]
  const forward = [
    ...all.filter(({ direction }) => direction === 'forward'),
    ...entries.flatMap(({ links }) => links ?? []),
  ]
  return {
    changed: parseIds(reverse),
    linked: parseIds(forward),
    replacesReverseLinks: entries.some(({ all_links }) => (all_links ?? null) !== null),
  }
}

/** Other forms are rejected when the links are parsed. Untrusted ids; validated by the lookup that follows. */
const parseIds = (links: readonly unknown[]): ArtifactId[] =>
  links.flatMap((each) => (isObject(each) ? ((parseId(each['id']) ?? []) as ArtifactId | []) : []))

const hasLinkChanges = (entries: readonly FieldValueInput[]): boolean =>
  entries.some(({ links, all_links: all, parent }) => (links ?? all ?? parent ?? null) !== null)
