import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { AccessKey } from '../model/access-key.ts'

const orNull = Type.Union([Type.String(), Type.Null()])

export const AccessKeyRepresentation = Type.Object(
  {
    id: Type.Integer(),
    creation_date: Type.String(),
    expiration_date: orNull,
    description: Type.String(),
    last_used_on: orNull,
    last_used_by: orNull,
    scopes: Type.Array(
      Type.Object({ identifier: Type.String() }, { title: 'AccessKeyScope', additionalProperties: false }),
    ),
  },
  { title: 'AccessKey', additionalProperties: false },
)

/** Serializes a key without its secret (docs/api/authentication.md §3). */
export function representAccessKey(
  key: AccessKey,
  { timezone }: Pick<Viewer, 'timezone'>,
): Static<typeof AccessKeyRepresentation> {
  const date = (moment: number | null) => (moment === null ? null : formatIsoDate(moment, timezone))
  return {
    id: key.id,
    creation_date: formatIsoDate(key.createdOn, timezone),
    expiration_date: date(key.expiresOn),
    description: key.description,
    last_used_on: date(key.lastUsedOn),
    last_used_by: key.lastUsedFrom,
    scopes: key.scopes.map((identifier) => ({ identifier })),
  }
}
