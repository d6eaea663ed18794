import type { RepositoryId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'

/** Permits to change the settings of a repository, or to write those of a new one. */
export type RepositoryPermit = Permit<'administer', { readonly id: RepositoryId }>
