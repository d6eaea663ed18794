import { baseline } from './0001-baseline.ts'
import { signInAttempts } from './0002-sign-in-attempts.ts'
import { uploadPieces } from './0003-upload-pieces.ts'
import { svnLease } from './0004-svn-lease.ts'
import { artifactModifier } from './0005-artifact-modifier.ts'
import { searchTexts } from './0006-search-texts.ts'
import { nextAttemptIndex, nextAttempts } from './0007-next-attempts.ts'
import { jobCreation } from './0009-job-creation.ts'
import { jobFilters } from './0010-job-filters.ts'
import { trackerPlaces } from './0011-tracker-places.ts'
import { artifactOrderIndex, movedRanks } from './0012-moved-ranks.ts'
import { workLimits } from './0014-work-limits.ts'
import type { Migration } from './migrate.ts'

/** Every migration, in the order in which they run. One that has shipped is never changed. */
export const migrations: readonly Migration[] = [
  baseline,
  signInAttempts,
  uploadPieces,
  svnLease,
  artifactModifier,
  searchTexts,
  nextAttempts,
  nextAttemptIndex,
  jobCreation,
  jobFilters,
  trackerPlaces,
  movedRanks,
  artifactOrderIndex,
  workLimits,
]
