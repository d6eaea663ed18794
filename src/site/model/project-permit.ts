import type { ProjectId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'

/** Permits to change the groups and members of a project, or to add those of a new one. */
export type ProjectPermit = Permit<'administer' | 'complete', { readonly id: ProjectId }>
