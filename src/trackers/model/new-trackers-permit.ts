import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

/** Permits to create trackers in a project: in an existing one, or with the project itself. */
export type NewTrackersPermit = Permit<'complete' | 'create a tracker' | 'administer', { readonly id: ProjectId }>
