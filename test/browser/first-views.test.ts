import { beforeAll, expect, it } from 'vitest'
import { type BrowserProject, createBrowserProject } from '../kit/browser-project.ts'
import { describeInBrowser, startBrowserSite } from '../kit/browser-site.ts'
import { countFirstRequests, maxFirstRequests } from './first-requests.ts'

/** Every page, opened with empty caches. */
describeInBrowser('the first view of a page', () => {
  const site = startBrowserSite()
  let project: BrowserProject
  beforeAll(async () => {
    const alice = await site.server.createUser('alice')
    project = await createBrowserProject(site.server, { alice, bob: await site.server.createUser('bob') })
  })

  const admin = '/projects/lander/admin'
  const pages: readonly (readonly [login: string, addresses: () => readonly string[]])[] = [
    ['visitor', () => ['/login', '/password-reset', '/projects', '/projects/lander']],
    ['visitor', () => [`/trackers/${project.bugs}`, `/artifacts/${project.crash}`]],
    ['alice', () => ['/', '/?show=inbox', '/?show=submitted', '/?show=watched', '/?show=seen']],
    [
      'alice',
      () => ['/projects', '/projects?show=mine', '/projects/new', '/search?q=crash', '/users/alice', '/users/bob'],
    ],
    ['alice', () => ['/projects/lander', `/projects/${project.project}`, '/projects/lander/svn']],
    [
      'alice',
      () => [
        `/trackers/${project.bugs}`,
        `/trackers/${project.bugs}?open=true&sort=title`,
        `/trackers/${project.bugs}?group=status`,
        `/trackers/${project.bugs}?group=@parent`,
      ],
    ],
    [
      'alice',
      () => [
        `/trackers/${project.bugs}?view=board`,
        `/trackers/${project.bugs}?view=board&by=severity`,
        `/trackers/${project.bugs}?view=board&lanes=severity`,
      ],
    ],
    [
      'alice',
      () =>
        ['values', 'history', 'flow', 'progress', 'ages'].map(
          (chart) => `/trackers/${project.bugs}?view=charts&chart=${chart}`,
        ),
    ],
    ['alice', () => [`/trackers/${project.bugs}/new`]],
    [
      'alice',
      () =>
        ['general', 'fields', 'semantics', 'permissions', 'workflow', 'rules', 'reports', 'webhooks'].map(
          (name) => `/trackers/${project.bugs}/admin/${name}`,
        ),
    ],
    ['alice', () => [`/artifacts/${project.crash}`, `/artifacts/${project.crash + 1}`]],
    ['alice', () => [`/artifacts/${project.crash}/history`]],
    ['alice', () => ['profile', 'appearance', 'notifications', 'security'].map((name) => `/account/${name}`)],
    ['alice', () => ['keys', 'keys/new', 'apps', 'sessions'].map((name) => `/account/${name}`)],
    ['alice', () => ['general', 'trackers', 'members', 'groups', 'apps'].map((name) => `${admin}/${name}`)],
    ['alice', () => ['svn', 'archive', 'log'].map((name) => `${admin}/${name}`)],
    ['admin', () => ['users', 'users/new', 'projects', 'settings'].map((name) => `/site/${name}`)],
    [
      'admin',
      () => ['permissions', 'directories', 'apps', 'keys', 'jobs', 'health', 'log'].map((name) => `/site/${name}`),
    ],
    ['admin', () => ['/users/alice']],
  ]
  /** Pictures. */
  const isContent = (path: string): boolean => /\/attachments\/|\/avatar\.png/.test(path)
  it.each(pages)('takes few requests, all to this server: %s (%#)', async (login, addresses) => {
    const found = await Promise.all(
      addresses().map(async (address) => ({ address, requests: await countFirstRequests(site, login, address) })),
    )
    const excessive = found.filter(
      ({ requests }) =>
        requests.filter((path) => !isContent(path)).length > maxFirstRequests ||
        requests.some((path) => !path.startsWith('/')),
    )
    expect(excessive.map(({ address, requests }) => [address, requests.length, ...requests])).toStrictEqual([])
  })
})
