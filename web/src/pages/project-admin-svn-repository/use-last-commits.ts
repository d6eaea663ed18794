import type { UseQueryResult } from '@tanstack/react-query'
import type { VisibleCommitRepresentation } from '../../../../src/subversion/representations/visible-commit.ts'
import type { ListResult } from '../../data/client.ts'
import type { Failure } from '../../data/failure.ts'
import { useList } from '../../data/queries.ts'

/** The latest commits. Fails without Subversion, which shows that it is missing. */
export const useLastCommits = (
  repository: number | undefined,
): UseQueryResult<ListResult<VisibleCommitRepresentation>, Failure> =>
  useList<VisibleCommitRepresentation>(
    `/svn/${repository}/commits`,
    { limit: 5 },
    { isWanted: repository !== undefined },
  )
