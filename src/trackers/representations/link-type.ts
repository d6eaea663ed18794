import { Type } from '../../kit/values/schema.ts'
import type { LinkTypeWithUsage } from '../model/link-type.ts'

const properties = {
  shortname: Type.String(),
  forward_label: Type.String(),
  reverse_label: Type.String(),
  is_system: Type.Boolean(),
  is_used: Type.Boolean(),
}

export const LinkTypeRepresentation = Type.Object(properties, { title: 'LinkType', additionalProperties: false })

export const ProjectLinkTypeRepresentation = Type.Object(
  { ...properties, is_enabled: Type.Boolean() },
  { title: 'ProjectLinkType', additionalProperties: false },
)

/** docs/api/link-types.md §3. */
export const representLinkType = ({ shortName, forwardLabel, reverseLabel, isSystem, isUsed }: LinkTypeWithUsage) => ({
  shortname: shortName,
  forward_label: forwardLabel,
  reverse_label: reverseLabel,
  is_system: isSystem,
  is_used: isUsed,
})
