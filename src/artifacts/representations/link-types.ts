import type { StoredLink } from '../../fields/field.ts'
import { Type } from '../../kit/schema.ts'

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
  { additionalProperties: false },
)

interface Labels {
  readonly forwardLabel: string
  readonly reverseLabel: string
}

const plain: Labels = { forwardLabel: 'is Linked to', reverseLabel: 'is Linked from' }

/** Contract 30 §2.3: types in use, forward ones first; a type the platform no longer knows is left out. */
export const representLinkTypes = (
  artifactId: number,
  links: { readonly forward: readonly StoredLink[]; readonly reverse: readonly StoredLink[] },
  types: ReadonlyMap<string, Labels>,
) => ({
  natures: (['forward', 'reverse'] as const).flatMap((direction) =>
    [...new Set(links[direction].map(({ type }) => type))].sort().flatMap((shortname) => {
      const labels = shortname === '' ? plain : types.get(shortname)
      if (labels === undefined) return []
      const label = direction === 'forward' ? labels.forwardLabel : labels.reverseLabel
      const uri = `artifacts/${artifactId}/linked_artifacts?nature=${encodeURIComponent(shortname)}&direction=${direction}`
      return [{ shortname, direction, label, uri }]
    }),
  ),
})
