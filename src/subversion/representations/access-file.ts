import type { Static } from 'typebox'
import type { User } from '../../accounts/model/user.ts'
import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { AccessFileVersion, Repository } from '../model/repository.ts'

export const AccessFilesRepresentation = Type.Object(
  {
    /** 0: no version exists or none is active */
    current_version: Type.Integer(),
    /** why all access is denied; null: the current version is active */
    problem: Type.Union([Type.String(), Type.Null()]),
    versions: Type.Array(
      Type.Object(
        {
          version: Type.Integer(),
          access_file: Type.String(),
          has_default_permissions: Type.Boolean(),
          created_on: Type.String(),
          created_by: Type.Union([MinimalUserRepresentation, Type.Null()]),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'AccessFiles', additionalProperties: false },
)

export type AccessFilesRepresentation = Static<typeof AccessFilesRepresentation>

export const representAccessFiles = (
  { accessFileVersion, accessFileProblem }: Repository,
  versions: readonly AccessFileVersion[],
  users: ReadonlyMap<UserId, User>,
  viewer: Viewer,
): AccessFilesRepresentation => ({
  current_version: accessFileVersion,
  problem: accessFileProblem,
  versions: versions.map((each) => {
    const author = each.createdBy === null ? undefined : users.get(each.createdBy)
    return {
      version: each.version,
      access_file: each.text,
      has_default_permissions: each.hasDefaultPermissions,
      created_on: formatIsoDate(each.createdOn, viewer.timezone),
      created_by: author === undefined ? null : representMinimalUser(author, viewer),
    }
  }),
})
