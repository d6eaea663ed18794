import type { UseQueryResult } from '@tanstack/react-query'
import type { VisibleCommitRepresentation } from '../../../../src/subversion/representations/visible-commit.ts'
import type { Listed } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { useList } from '../../data/queries.ts'

/** A few, the last one first. Without Subversion there are none to be had, which tells that it is not there. */
export const useLastCommits = (
  repository: number | undefined,
): UseQueryResult<Listed<VisibleCommitRepresentation>, Failure> =>
  useList<VisibleCommitRepresentation>(
    `/svn/${repository}/commits`,
    { limit: 5 },
    { isWanted: repository !== undefined },
  )
