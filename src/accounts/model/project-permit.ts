import type { ProjectId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

/** Permits to change the groups and members of a project, or to add those of a new one. */
export type ProjectPermit = Permit<'administer' | 'complete', { readonly id: ProjectId }>
