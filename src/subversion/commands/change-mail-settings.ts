import type { Caller } from '../../kit/values/caller.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Repository } from '../model/repository.ts'
import { parseSubjectHeader } from '../model/subject-header.ts'
import { throwNotInstalled } from '../storage/assert-subversion-installed.ts'
import { saveRepository } from '../store/repositories.ts'
import { administerRepository } from './administer-repository.ts'
import { auditRepository } from './audit-repository.ts'

type MailSettings = Pick<Repository, 'subjectHeader'>

/** Changes the subject prefix of commit mails (docs/api/subversion.md §2.4); writes nothing if it is unchanged. */
export async function changeMailSettings(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  input: MailSettings,
): Promise<MailSettings> {
  return administerRepository(world, caller, id, async (tx, permit, project) => {
    const { subject: repository } = permit
    const subjectHeader = parseSubjectHeader(input.subjectHeader)
    if (world.repositories.state() === 'absent') throwNotInstalled()
    if (subjectHeader === repository.subjectHeader) return { subjectHeader }
    await saveRepository(tx, permit, { subjectHeader })
    await auditRepository(tx, repository, project, {
      at: world.clock.now(),
      by: caller,
      action: 'svn_multi_repository_mail_settings_update',
      detail: { before: repository.subjectHeader, after: subjectHeader },
    })
    return { subjectHeader }
  })
}
