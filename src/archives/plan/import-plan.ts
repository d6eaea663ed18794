import type { EpochSeconds } from '../../kit/values/time.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { ServiceChoice } from '../../projects/model/services.ts'
import type { ArchivedProject } from '../parse/project.ts'
import type { ArchivedRepository } from '../parse/repositories.ts'
import type { TulipwoodArtifact, TulipwoodDocument } from '../parse/tulipwood-xml.ts'
import type { ArchivedGroups } from '../parse/user-groups.ts'
import type { ArchivedUser } from '../parse/users.ts'
import type { ArchivedPrincipal, FindPrincipal } from '../parse/users-of-archive.ts'
import type { ArchivedLinkType } from './link-types.ts'
import type { Identity } from './match-users.ts'

/** Everything that an import writes, except histories, which are parsed again in batches. */
export interface ImportPlan {
  readonly project: ArchivedProject
  readonly services: readonly ServiceChoice[]
  readonly users: readonly ArchivedUser[]
  /** By lower-case login of users.xml. */
  readonly identities: ReadonlyMap<string, Identity>
  readonly principalOf: FindPrincipal
  /** Email addresses of anonymous authors, lower case. */
  readonly addresses: ReadonlySet<string>
  readonly groups: ArchivedGroups
  /** All link types named in the archive. */
  readonly linkTypes: readonly ArchivedLinkType[]
  readonly disabledLinkTypes: readonly string[]
  /** project.xml without artifacts. */
  readonly structure: XmlElement
  /** Artifacts with a history, in document order. */
  readonly artifacts: readonly PlannedArtifact[]
  /** Paths of the included files. */
  readonly paths: readonly string[]
  readonly sections: readonly ArchivedSection[]
  readonly repositories: readonly ArchivedRepository[]
  /** null: written by another product */
  readonly tulipwood: TulipwoodDocument | null
}

export interface PlannedArtifact {
  /** May be repeated (docs/api/archive-format.md §3.4 rule 1) or empty. */
  readonly oldId: string
  readonly trackerKey: string
  /** Date of the oldest changeset (docs/api/archive-format.md §3.4 rule 1). */
  readonly author: ArchivedPrincipal | undefined
  readonly submittedOn: EpochSeconds
  readonly tulipwood: TulipwoodArtifact | undefined
}

/** A section of the archive that is stored unchanged for a later export. */
export interface ArchivedSection {
  readonly name: string
  readonly content: string
}
