import type { RepositoryStorage } from '../../world/model/ports.ts'

/** Why Subversion repositories can be neither read nor created; undefined: they can. */
export const findStorageProblem = (storage: Pick<RepositoryStorage, 'state' | 'problem'>): string | undefined =>
  storage.state() === 'absent' ? (storage.problem() ?? 'the Subversion programs are missing') : undefined
