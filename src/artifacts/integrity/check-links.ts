import type { StoredLink } from '../../fields/model/field.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import { type Check, describeProblem, type StoredArtifact } from './stored-artifact.ts'

/** Checks that links refer to existing artifacts. */
export const checkLinks: Check = (record) =>
  collectLinkedIds(record)
    .filter((id) => !record.exists(id))
    .map((id) => describeProblem(record, 'link', `links to artifact ${id}, which does not exist`))

/** Returns the artifacts that the document links to, in fields that its tracker has. */
export const collectLinkedIds = ({
  artifact,
  fields,
}: Pick<StoredArtifact, 'fields'> & { readonly artifact: Pick<Artifact, 'values'> }): ArtifactId[] =>
  fields
    .filter(holdsLinks)
    // fields/model/field.ts: StoredLink[], and links lead to artifacts.
    .flatMap(({ id }) => ((artifact.values[id] ?? []) as readonly StoredLink[]).map((link) => link.id as ArtifactId))
