import type { ArtifactId } from '../../kit/ids.ts'
import { children } from '../../kit/xml/element.ts'
import { fieldChange, valueElement } from '../archive-writing.ts'
import { linkCells } from '../cells/links.ts'
import type { StoredLink } from '../field.ts'
import type { FieldType } from '../field-type.ts'
import type { Presenting } from '../presenting.ts'
import { propertyOf, wholeNumber } from '../properties.ts'
import { sameMembers } from '../same-members.ts'
import { filterByNumber } from '../searching/numbers.ts'
import { takeLinks } from '../taking/links.ts'
import { ordinaryField } from '../traits.ts'

const properties = { can_edit_reverse_links: wholeNumber(1) }

/** Links to other artifacts (docs/api/field-values.md §10). */
export const artLink: FieldType<readonly StoredLink[]> = {
  type: 'art_link',
  ...ordinaryField,
  isAlwaysPresent: true,
  isUnique: true,
  structure: {
    properties,
    specificProperties: (field) => ({
      can_edit_reverse_links: propertyOf(properties, field, 'can_edit_reverse_links'),
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
    sameValue: (a, b) => sameMembers((a ?? []).map(keyOf), (b ?? []).map(keyOf)),
    dependencies(links, _field, into) {
      // Ids in links are those of artifacts.
      for (const { id } of links) into.artifacts.add(id as ArtifactId)
    },
    families: ['link'],
    index: (links) =>
      links.map(({ id, type }, position) => ({ family: 'link', value: id as ArtifactId, type, position })),
  },
  writing: takeLinks,
  searching: {
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
  cells: linkCells,
  archive: {
    changeType: 'art_link',
    read(change, field, context) {
      const links = new Map<ArtifactId, string>()
      for (const { attributes, text, line } of children(change, 'value')) {
        // No link at all, as empty lists of other types are written.
        if (text.trim() === '') continue
        const id = context.artifactOf(text.trim())
        const type = context.linkType(attributes['nature'] ?? '', line)
        if (id === undefined) context.problem(line, `There is no artifact "${text.trim()}" for the field ${field.name}`)
        else links.set(id, type)
      }
      return [...links].map(([id, type]) => ({ id, type }))
    },
    write(links, field, { artifactOf }) {
      const values = links.flatMap(({ id, type }) => {
        const target = artifactOf(id as ArtifactId)
        return target === undefined ? [] : [valueElement(target, { nature: type })]
      })
      return fieldChange(field, { type: 'art_link' }, ...values)
    },
  },
}

const keyOf = ({ id, type }: StoredLink): string => `${id} ${type}`

/** docs/api/field-values.md §10, REF; a link to what the viewer may not see is left out. */
function describeLink({ id, type }: StoredLink, { linked }: Presenting) {
  const target = linked.get(id as ArtifactId)
  return target === undefined
    ? []
    : [{ id, uri: `artifacts/${id}`, tracker: target.tracker, type: type === '' ? null : type }]
}
