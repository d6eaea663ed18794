import type { Caller } from '../../kit/caller.ts'
import type { RepositoryId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Repository } from '../model/repository.ts'
import { readSubjectHeader } from '../model/subject-header.ts'
import { refuseAbsent } from '../refuse-absent.ts'
import { saveRepository } from '../store/repositories.ts'
import { administrateRepository } from './administrate-repository.ts'
import { recordOnRepository } from './record-on-repository.ts'

type MailSettings = Pick<Repository, 'subjectHeader'>

/** docs/api/subversion.md §2.4: how mails about commits begin; what is the same as before writes nothing. */
export async function changeMailSettings(
  world: Pick<World, 'db' | 'cache' | 'clock' | 'repositories'>,
  caller: Caller,
  id: RepositoryId,
  sent: MailSettings,
): Promise<MailSettings> {
  return administrateRepository(world, caller, id, async (tx, { subject: repository }, project) => {
    const subjectHeader = readSubjectHeader(sent.subjectHeader)
    if (world.repositories.state() === 'absent') refuseAbsent()
    if (subjectHeader === repository.subjectHeader) return { subjectHeader }
    await saveRepository(tx, id, { subjectHeader })
    await recordOnRepository(tx, repository, project, {
      at: world.clock.now(),
      by: caller,
      action: 'svn_multi_repository_mail_settings_update',
      detail: { before: repository.subjectHeader, after: subjectHeader },
    })
    return { subjectHeader }
  })
}
