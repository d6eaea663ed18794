import { describe, expect, it } from 'vitest'
import { createMember } from '../../test/kit/create-member.ts'
import type { Verdict } from '../kit/messages/decide.ts'
import { anonymous, type Caller } from '../kit/values/caller.ts'
import type { ProjectId } from '../kit/values/ids.ts'
import type { Project } from './model/project.ts'
import {
  isProjectAdministrator,
  judgeProjectAccess,
  mayChangeGroups,
  mayChangeStatus,
  mayReadProject,
  refuseCreation,
} from './policy.ts'

const id = 101 as ProjectId
const apollo: Project = {
  id,
  shortName: 'apollo',
  name: 'Apollo',
  description: '',
  icon: '',
  access: 'private',
  status: 'active',
  isTemplate: false,
  isSynchronized: false,
  banner: null,
  createdOn: 0,
}
const stranger = createMember()
const callers = {
  visitor: anonymous,
  stranger,
  member: { ...stranger, memberOf: new Set([id]) },
  'project admin': { ...stranger, memberOf: new Set([id]), administratorOf: new Set([id]) },
  restricted: { ...stranger, isRestricted: true },
  'restricted member': { ...stranger, isRestricted: true, memberOf: new Set([id]) },
  manager: { ...stranger, permissions: new Set(['project_management'] as const) },
  'site admin': { ...stranger, isSiteAdministrator: true },
  product: { kind: 'system', reason: 'test' },
} satisfies Record<string, Caller>

const short = (verdict: Verdict): string =>
  verdict === 'yes' ? 'yes' : [verdict.no, verdict.because].filter(Boolean).join(': ')
const absentProject = 'absent: Project does not exist'
const anonymousMode = { access_mode: 'anonymous' } as const

describe('docs/api/access.md §5', () => {
  it.each<[keyof typeof callers, Partial<Project>, string]>([
    ['site admin', { status: 'importing' }, absentProject],
    ['product', { status: 'importing' }, 'yes'],
    ['site admin', { status: 'suspended' }, 'yes'],
    ['site admin', { status: 'deleted' }, 'yes'],
    ['site admin', { status: 'pending' }, 'yes'],
    ['site admin', { status: 'system' }, 'yes'],
    ['project admin', { status: 'suspended' }, 'forbidden: This project is suspended'],
    ['visitor', { status: 'suspended', access: 'public' }, 'forbidden: This project is suspended'],
    ['project admin', { status: 'deleted' }, 'forbidden: This project is deleted'],
    ['project admin', { status: 'pending' }, absentProject],
    ['member', { status: 'system', access: 'public' }, absentProject],
    ['manager', { status: 'pending' }, absentProject],
    ['restricted member', { access: 'private-wo-restr' }, absentProject],
    ['member', { access: 'private-wo-restr' }, 'yes'],
    ['restricted member', { access: 'private' }, 'yes'],
    ['restricted member', { access: 'public' }, 'yes'],
    ['restricted', { access: 'public' }, 'forbidden'],
    ['restricted', { access: 'private' }, 'forbidden'],
    ['restricted', { access: 'private-wo-restr' }, 'forbidden'],
    ['restricted', { access: 'unrestricted' }, 'yes'],
    ['stranger', { access: 'public' }, 'yes'],
    ['stranger', { access: 'unrestricted' }, 'yes'],
    ['stranger', { access: 'private' }, 'forbidden'],
    ['stranger', { access: 'private-wo-restr' }, 'forbidden'],
    ['visitor', { access: 'public' }, 'yes'],
    ['visitor', { access: 'unrestricted' }, 'yes'],
    ['visitor', { access: 'private' }, 'unauthenticated'],
  ])('a %s requesting a project with %o: %s', (role, project, verdict) => {
    expect(short(judgeProjectAccess(callers[role], { ...apollo, ...project }, anonymousMode))).toBe(verdict)
  })

  it.each(['regular', 'restricted'] as const)('hides every project from visitors in mode %s', (access_mode) => {
    expect(short(judgeProjectAccess(anonymous, { ...apollo, access: 'public' }, { access_mode }))).toBe(absentProject)
  })

  it('returns "absent" for a missing project', () => {
    for (const caller of Object.values(callers))
      expect(short(judgeProjectAccess(caller, undefined, anonymousMode))).toBe(absentProject)
  })

  it('lets project managers read each project except one that is being created', () => {
    expect(mayReadProject(callers.manager, { ...apollo, status: 'deleted' }, anonymousMode).subject.status).toBe(
      'deleted',
    )
    expect(() => mayReadProject(callers.manager, { ...apollo, status: 'importing' }, anonymousMode)).toThrow(
      'Project does not exist',
    )
    expect(() => mayReadProject(callers.stranger, apollo, anonymousMode)).toThrow(
      expect.objectContaining({ kind: 'forbidden' }),
    )
  })
})

describe('isProjectAdministrator', () => {
  it.each<[keyof typeof callers, boolean]>([
    ['visitor', false],
    ['stranger', false],
    ['member', false],
    ['manager', false],
    ['project admin', true],
    ['site admin', true],
    ['product', true],
  ])('for a %s: %s', (role, expected) => {
    expect(isProjectAdministrator(callers[role], id)).toBe(expected)
  })

  it('rejects changes of groups of a suspended project, even by site administrators', () => {
    expect(() => mayChangeGroups(callers['site admin'], { ...apollo, status: 'suspended' }, anonymousMode)).toThrow(
      'This project is suspended',
    )
    expect(mayChangeGroups(callers['site admin'], apollo, anonymousMode).subject).toBe(apollo)
    expect(() => mayChangeGroups(callers.member, apollo, anonymousMode)).toThrow('Permission Denied')
  })
})

describe('docs/api/projects.md §5: creation of projects', () => {
  it.each<[keyof typeof callers, boolean, string]>([
    ['member', true, 'yes'],
    ['member', false, 'forbidden: Only site administrators can create projects.'],
    ['restricted', true, 'forbidden: Restricted users cannot create projects.'],
    ['site admin', false, 'yes'],
    ['visitor', true, 'forbidden: Anonymous users are not allowed.'],
    ['manager', false, 'forbidden: Only site administrators can create projects.'],
  ])('a %s, creation open to all %s: %s', (role, project_creation, verdict) => {
    const refusal = refuseCreation(callers[role], { project_creation })
    expect(refusal === undefined ? 'yes' : `${refusal.kind}: ${refusal.message}`).toBe(verdict)
  })
})

describe('docs/api/projects.md §6: changes of the status', () => {
  it.each<[keyof typeof callers, ProjectId, Partial<Project> | undefined, string]>([
    ['project admin', id, {}, 'You are not allowed to change the status of a project'],
    ['visitor', id, undefined, 'You are not allowed to change the status of a project'],
    ['site admin', 100 as ProjectId, {}, 'You are not allowed to change the status of a system project.'],
    ['manager', id, undefined, 'Project does not exist'],
    ['manager', id, { status: 'deleted' }, 'A deleted project cannot be reactivated.'],
    ['site admin', id, { status: 'importing' }, 'Project does not exist'],
  ])('a %s of project %s %o: %s', (role, of, project, message) => {
    expect(() => mayChangeStatus(callers[role], of, project && { ...apollo, ...project })).toThrow(message)
  })

  it.each(['site admin', 'manager', 'product'] as const)(
    'a %s may change the status of a suspended project',
    (role) => {
      expect(mayChangeStatus(callers[role], id, { ...apollo, status: 'suspended' }).action).toBe('change status')
    },
  )
})
