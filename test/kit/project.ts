import type { ProjectId } from '../../src/kit/ids.ts'
import { createProject, type NewProjectContent } from '../../src/projects/commands/create-project.ts'
import { mayCreateProject } from '../../src/projects/policy.ts'
import type { TestServer } from './server.ts'

interface ProjectOptions extends Partial<Omit<NewProjectContent, 'members' | 'administrators'>> {
  readonly shortName: string
  /** Logins of people the server knows. */
  readonly members?: readonly string[]
  /** Members with it. */
  readonly administrators?: readonly string[]
}

/** A project with its people, public and active unless said otherwise; its id. */
export async function insertProject(server: TestServer, options: ProjectOptions): Promise<ProjectId> {
  const { world } = server
  const permit = mayCreateProject({ kind: 'system', reason: 'test' }, { project_creation: true })
  const { members = [], administrators = [], ...parts } = options
  const content: NewProjectContent = {
    name: options.shortName,
    description: '',
    access: 'public',
    status: 'active',
    ...parts,
    members: members.map((login) => server.idOf(login)),
    administrators: administrators.map((login) => server.idOf(login)),
  }
  return world.db.write((tx) => createProject(tx, permit, content, world.clock.now()))
}
