import type { ProjectId } from '../../src/kit/values/ids.ts'
import { createProject, type NewProjectContent } from '../../src/projects/commands/create-project.ts'
import { mayCreateProject } from '../../src/projects/policy.ts'
import type { TestServer } from './server.ts'

interface ProjectOptions extends Partial<Omit<NewProjectContent, 'members' | 'administrators'>> {
  readonly shortName: string
  /** Logins of users of the server. */
  readonly members?: readonly string[]
  /** Logins of members who administer the project. */
  readonly administrators?: readonly string[]
}

/** Creates a project with its members, public and active by default; returns its id. */
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
