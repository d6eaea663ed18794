import { beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '../../../test/kit/create-member.ts'
import { describeOnEachDatabase } from '../../../test/kit/each-database.ts'
import type { Database } from '../../database/db/db.ts'
import { anonymous, type Caller } from '../../kit/values/caller.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { accesses, type Project, statuses } from '../model/project.ts'
import { judgeProjectAccess, mayCreateProject } from '../policy.ts'
import { addProject, loadProjectRows } from './projects.ts'
import { buildVisibleProjectsCondition } from './visible-projects.ts'

const system = { kind: 'system', reason: 'test' } as const

describeOnEachDatabase((place) => {
  let db: Database
  let projects: Project[]

  beforeAll(async () => {
    db = await place.open()
    const matrix = statuses.flatMap((status) => accesses.map((access) => ({ status, access })))
    await db.write(async (tx) => {
      const permit = mayCreateProject(system, { project_creation: false })
      for (const { status, access } of matrix) {
        const shortName = `${status}-${access}`
        const parts = {
          name: shortName,
          description: '',
          longDescription: '',
          icon: '',
          banner: null,
          createdFrom: null,
        }
        await addProject(
          tx,
          permit,
          { ...parts, shortName, status, access, isTemplate: false, isSynchronized: false },
          0,
        )
      }
    })
    projects = await loadProjectRows(
      db.read,
      (await db.read.selectFrom('project').select('id').execute()).map(({ id }) => id),
    )
  })

  describe('the project list contains the projects that the policy allows', () => {
    const everywhere = () => new Set<ProjectId>(projects.map(({ id }) => id))
    const callers: [string, () => Caller][] = [
      ['a visitor', () => anonymous],
      ['the product', () => system],
      ['a site administrator', () => createMember({ isSiteAdministrator: true })],
      ['a stranger', () => createMember({})],
      ['a member of all', () => createMember({ memberOf: everywhere() })],
      ['an administrator of all', () => createMember({ memberOf: everywhere(), administratorOf: everywhere() })],
      ['a restricted stranger', () => createMember({ isRestricted: true })],
      ['a restricted member of all', () => createMember({ isRestricted: true, memberOf: everywhere() })],
      ['a manager of projects', () => createMember({ permissions: new Set(['project_management']) })],
    ]
    const modes = ['anonymous', 'regular', 'restricted'] as const
    const matrix = callers.flatMap(([name, caller]) => modes.map((access_mode) => ({ name, caller, access_mode })))

    it.each(matrix)('for $name on a site in mode $access_mode', async ({ caller, access_mode }) => {
      const settings = { access_mode }
      const rows = await db.read
        .selectFrom('project')
        .select('id')
        .where(buildVisibleProjectsCondition(caller(), settings))
        .execute()
      const allowed = projects.filter((project) => judgeProjectAccess(caller(), project, settings) === 'yes')
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(allowed.map(({ id }) => id)))
    })

    it('differs between callers', () => {
      const sizes = matrix.map(
        ({ caller, access_mode }) =>
          projects.filter((project) => judgeProjectAccess(caller(), project, { access_mode }) === 'yes').length,
      )
      expect(projects).toHaveLength(24)
      expect(new Set(sizes)).toEqual(new Set([0, 1, 2, 3, 4, 20, 24]))
    })
  })
})
