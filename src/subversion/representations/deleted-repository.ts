import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { type EpochSeconds, formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { DeletedRepository } from '../model/repository.ts'

/** Tulipwood extension. */
export const DeletedRepositoryRepresentation = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    deleted_on: Type.String(),
    /** purged by the first daily sweep after this time */
    purged_on: Type.String(),
    restore_uri: Type.String(),
  },
  { title: 'DeletedRepository', additionalProperties: false },
)
export type DeletedRepositoryRepresentation = Static<typeof DeletedRepositoryRepresentation>

export const representDeletedRepository = (
  { id, name, deletedOn }: DeletedRepository,
  keptSeconds: EpochSeconds,
  { timezone }: Pick<Viewer, 'timezone'>,
): DeletedRepositoryRepresentation => ({
  id,
  name,
  deleted_on: formatIsoDate(deletedOn, timezone),
  purged_on: formatIsoDate(deletedOn + keptSeconds, timezone),
  restore_uri: `svn/${id}/restore`,
})
