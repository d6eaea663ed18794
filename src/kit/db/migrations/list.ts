import type { Migration } from '../migrate.ts'
import { foundation } from './0001-foundation.ts'
import { changes } from './0002-changes.ts'
import { idempotency } from './0003-idempotency.ts'
import { webhooks } from './0004-webhooks.ts'
import { exports } from './0005-exports.ts'
import { uploads } from './0006-uploads.ts'
import { projectImports } from './0007-project-imports.ts'
import { fileSizes } from './0008-file-sizes.ts'
import { texts } from './0009-texts.ts'
import { changeOrder } from './0010-change-order.ts'
import { fileNames } from './0011-file-names.ts'
import { words } from './0012-words.ts'
import { artifactDates } from './0013-artifact-dates.ts'
import { sessions } from './0014-sessions.ts'
import { secondFactors } from './0015-second-factors.ts'
import { oauth2 } from './0016-oauth2.ts'
import { administration } from './0018-administration.ts'
import { textTails } from './0019-text-tails.ts'
import { accountMarks } from './0020-account-marks.ts'
import { subversion } from './0021-subversion.ts'
import { commitPaths } from './0022-commit-paths.ts'
import { importedCommits } from './0023-imported-commits.ts'
import { repositoryWebhooks } from './0024-repository-webhooks.ts'
import { emailChanges } from './0025-email-changes.ts'
import { projectNames } from './0026-project-names.ts'
import { projectLog } from './0027-project-log.ts'
import { categories } from './0028-categories.ts'
import { linkTypes } from './0030-link-types.ts'
import { versionDates } from './0031-version-dates.ts'

/** Every migration, in the order in which they run. One that has shipped is never changed. */
export const migrations: readonly Migration[] = [
  foundation,
  changes,
  idempotency,
  webhooks,
  exports,
  uploads,
  projectImports,
  fileSizes,
  texts,
  changeOrder,
  fileNames,
  words,
  artifactDates,
  sessions,
  secondFactors,
  oauth2,
  administration,
  textTails,
  accountMarks,
  subversion,
  commitPaths,
  importedCommits,
  repositoryWebhooks,
  emailChanges,
  projectNames,
  projectLog,
  categories,
  linkTypes,
  versionDates,
]
