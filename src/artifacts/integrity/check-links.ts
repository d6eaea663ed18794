import type { StoredLink } from '../../fields/field.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import { about, type Check, type Facts } from './facts.ts'

/** Links lead to artifacts that exist. */
export const checkLinks: Check = (facts) =>
  linkedBy(facts)
    .filter((id) => !facts.isThere(id))
    .map((id) => about(facts, 'link', `links to artifact ${id}, which does not exist`))

/** Artifacts that are linked to by what is in the document now, in fields that its tracker has. */
export const linkedBy = ({
  artifact,
  fields,
}: Pick<Facts, 'fields'> & { readonly artifact: Pick<Artifact, 'values'> }): ArtifactId[] =>
  fields
    .filter(({ type }) => type === 'art_link')
    // fields/field.ts: StoredLink[], and links lead to artifacts.
    .flatMap(({ id }) => ((artifact.values[id] ?? []) as readonly StoredLink[]).map((link) => link.id as ArtifactId))
