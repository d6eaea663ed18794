import type { StoredLink } from '../../fields/model/field.ts'
import { Type } from '../../kit/values/schema.ts'

export const LinkTypesRepresentation = Type.Object(
  {
    natures: Type.Array(
      Type.Object(
        {
          shortname: Type.String(),
          direction: Type.Union([Type.Literal('forward'), Type.Literal('reverse')]),
          label: Type.String(),
          uri: Type.String(),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'LinkTypes', additionalProperties: false },
)

interface LinkType {
  readonly shortName: string
  readonly forwardLabel: string
  readonly reverseLabel: string
}

/** docs/api/link-types.md §1: the link without a type is not listed as one. */
export const untypedLink: LinkType = { shortName: '', forwardLabel: 'is Linked to', reverseLabel: 'is Linked from' }

/**
 * docs/api/artifacts.md §3.3: types in use, forward ones first, each direction by the smallest id linked with the type;
 * deleted types are left out.
 */
export function representLinkTypes(
  artifactId: number,
  links: { readonly forward: readonly StoredLink[]; readonly reverse: readonly StoredLink[] },
  linkTypes: readonly LinkType[],
) {
  const types = new Map([untypedLink, ...linkTypes].map((type) => [type.shortName, type]))
  return {
    natures: (['forward', 'reverse'] as const).flatMap((direction) =>
      typesById(links[direction]).flatMap((shortname) => {
        const type = types.get(shortname)
        if (type === undefined) return []
        const label = direction === 'forward' ? type.forwardLabel : type.reverseLabel
        const uri = `artifacts/${artifactId}/linked_artifacts?nature=${encodeURIComponent(shortname)}&direction=${direction}`
        return [{ shortname, direction, label, uri }]
      }),
    ),
  }
}

const typesById = (links: readonly StoredLink[]): string[] => [
  ...new Set(links.toSorted((a, b) => a.id - b.id).map(({ type }) => type)),
]
