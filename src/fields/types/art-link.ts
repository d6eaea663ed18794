import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { findChildren } from '../../kit/xml/element.ts'
import { buildFieldChangeElement, buildValueElement } from '../contexts/archive-write-context.ts'
import type { PresentContext } from '../contexts/present-context.ts'
import { linkCsv } from '../csv/links.ts'
import { defineEntry, defineObject, type EntryOf, nullable } from '../field-type/entry-schema.ts'
import type { FieldType } from '../field-type/field-type.ts'
import { editableField } from '../field-type/traits.ts'
import { linkInput } from '../input/links.ts'
import type { StoredLink } from '../model/field.ts'
import { hasSameMembers } from '../model/has-same-members.ts'
import { createIntegerProperty, findProperty } from '../model/properties.ts'
import { filterByNumber } from '../search/numbers.ts'

const Link = defineObject('ArtifactLink', {
  id: Type.Integer(),
  uri: Type.String(),
  tracker: defineObject('LinkedTracker', {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    color: Type.String(),
    project: defineObject('LinkedProject', {
      id: Type.Integer(),
      uri: Type.String(),
      label: nullable(Type.String()),
      icon: Type.String(),
    }),
  }),
  type: nullable(Type.String()),
})

const LinkEntry = defineEntry('ArtifactLinkValue', { links: Type.Array(Link), reverse_links: Type.Array(Link) })

declare module '../model/field.ts' {
  interface FieldTypeNames {
    art_link: EntryOf<'art_link', typeof LinkEntry>
  }
}

const properties = { can_edit_reverse_links: createIntegerProperty(1) }

/** Links to other artifacts (docs/api/field-values.md §10). */
export const artLink: FieldType<readonly StoredLink[]> = {
  type: 'art_link',
  entry: LinkEntry,
  ...editableField,
  holds: 'links',
  describe: ({ links }) =>
    // Entries have the members of `present`.
    (links as readonly { id: number; type: string | null }[])
      .map(({ id, type }) => (type === null ? `#${id}` : `#${id} (${type})`))
      .join(', '),
  isAlwaysPresent: true,
  isUnique: true,
  structure: {
    properties,
    specificProperties: (field) => ({
      can_edit_reverse_links: findProperty(properties, field, 'can_edit_reverse_links'),
    }),
    extra: (_field, { linkTypes }) => ({
      allowed_types: linkTypes.map(({ shortName, forwardLabel, reverseLabel }) => ({
        shortname: shortName,
        forward_label: forwardLabel,
        reverse_label: reverseLabel,
      })),
    }),
  },
  storage: {
    isSameValue: (a, b) => hasSameMembers((a ?? []).map(keyOf), (b ?? []).map(keyOf)),
    collectDependencies(links, _field, into) {
      // Ids in links are those of artifacts.
      for (const { id } of links) into.artifacts.add(id as ArtifactId)
    },
    families: ['link'],
    indexEntries: (links) =>
      links.map(({ id, type }, position) => ({ family: 'link', value: id as ArtifactId, type, position })),
  },
  input: linkInput,
  search: {
    filter: filterByNumber((range) => ({
      kind: 'link',
      direction: 'forward',
      type: null,
      other: { kind: 'number', range },
    })),
  },
  present: (links, { id, label }, context) => ({
    field_id: id,
    label,
    type: 'art_link',
    links: (links ?? []).flatMap((link) => describeLink(link, context)),
    reverse_links: context.artifact.reverseLinks.flatMap((link) => describeLink(link, context)),
  }),
  csv: linkCsv,
  archive: {
    changeType: 'art_link',
    read(change, field, context) {
      const links = new Map<ArtifactId, string>()
      for (const { attributes, text, line } of findChildren(change, 'value')) {
        // No link at all, as empty lists of other types are written.
        if (text.trim() === '') continue
        const id = context.artifactOf(text.trim())
        const type = context.linkType(attributes['nature'] ?? '', line)
        if (id === undefined)
          context.reportProblem(line, `Artifact "${text.trim()}" not found for the field ${field.name}`)
        else links.set(id, type)
      }
      return [...links].map(([id, type]) => ({ id, type }))
    },
    write(links, field, { artifactOf }) {
      const values = links.flatMap(({ id, type }) => {
        const target = artifactOf(id as ArtifactId)
        return target === undefined ? [] : [buildValueElement(target, { nature: type })]
      })
      return buildFieldChangeElement(field, { type: 'art_link' }, ...values)
    },
  },
}

const keyOf = ({ id, type }: StoredLink): string => `${id} ${type}`

/** docs/api/field-values.md §10, REF; a link to what the viewer may not see is left out. */
function describeLink({ id, type }: StoredLink, { linked }: PresentContext) {
  const target = linked.get(id as ArtifactId)
  return target === undefined
    ? []
    : [{ id, uri: `artifacts/${id}`, tracker: target.tracker, type: type === '' ? null : type }]
}
