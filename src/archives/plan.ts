import type { EpochSeconds } from '../kit/time.ts'
import type { XmlElement } from '../kit/xml/element.ts'
import type { ServiceChoice } from '../projects/model/services.ts'
import type { ArchivedLinkType } from './link-types.ts'
import type { Identity } from './match-users.ts'
import type { Ours, OursOfArtifact } from './reading/ours.ts'
import type { Person, PersonOf } from './reading/people.ts'
import type { ArchivedProject } from './reading/project.ts'
import type { ArchivedRepository } from './reading/repositories.ts'
import type { ArchivedGroups } from './reading/user-groups.ts'
import type { ArchivedUser } from './reading/users.ts'

/** All that an import will write, except histories: these are read again, a few hundred artifacts at a time. */
export interface ImportPlan {
  readonly project: ArchivedProject
  readonly services: readonly ServiceChoice[]
  readonly users: readonly ArchivedUser[]
  /** By lower-cased login of users.xml. */
  readonly identities: ReadonlyMap<string, Identity>
  readonly personOf: PersonOf
  /** Addresses of anonymous authors, lower case. */
  readonly addresses: ReadonlySet<string>
  readonly groups: ArchivedGroups
  /** Every type that the archive names. */
  readonly linkTypes: readonly ArchivedLinkType[]
  readonly disabledLinkTypes: readonly string[]
  /** project.xml without its artifacts. */
  readonly structure: XmlElement
  /** Those with a history, in document order. */
  readonly artifacts: readonly PlannedArtifact[]
  /** Paths of the bytes that come along. */
  readonly paths: readonly string[]
  readonly sections: readonly KeptSection[]
  readonly repositories: readonly ArchivedRepository[]
  /** null: the archive is another product's */
  readonly ours: Ours | null
}

export interface PlannedArtifact {
  /** Several may have the same one (docs/api/archive-format.md §3.4 rule 1), or none at all: the empty text. */
  readonly oldId: string
  readonly trackerKey: string
  /** Of the oldest changeset (docs/api/archive-format.md §3.4 rule 1). */
  readonly person: Person | undefined
  readonly submittedOn: EpochSeconds
  readonly own: OursOfArtifact | undefined
}

/** A part of the archive kept as it is, for a slice or product that may take it up. */
export interface KeptSection {
  readonly name: string
  readonly content: string
}
