import { expect, it } from 'vitest'
import { buildApiUrl } from './data/api-url.ts'
import type { View } from './data/route-queries.ts'
import { decodePath, listRouteQueries, matchRoute } from './match-route.ts'

const included = encodeURIComponent(
  'can_update,can_delete,can_move,has_private_comments,allowed_transitions,frozen_fields,hidden_fieldsets,linked_artifacts',
)

it.each([
  ['/', '/', {}],
  ['/projects/gpig', '/projects/:shortname', { shortname: 'gpig' }],
  ['/Projects/gpig/', '/projects/:shortname', { shortname: 'gpig' }],
  ['/account/keys/new', '/account/keys/new', {}],
  ['/projects/a/svn/b/commits/3', '/projects/:shortname/svn/:repository/commits/:revision', { revision: '3' }],
])('%s is %s', (path, pattern, params) => expect(matchRoute(path)).toMatchObject({ route: { path: pattern }, params }))

it.each(['/nowhere', '/projects/a/b', '/trackers/'])('%s is not a page', (path) =>
  expect(matchRoute(path)).toBeUndefined(),
)

it('decodes a path, unless it is malformed', () => {
  expect(decodePath({ pathname: '/projects/%C3%A9t%C3%A9' })).toBe('/projects/été')
  expect(decodePath({ pathname: '/projects/%zz' })).toBe('/projects/%zz')
})

const prefetched = (path: string, search = '', view: View = 'first'): string[] => {
  const here = matchRoute(path)
  return here === undefined
    ? []
    : listRouteQueries(here, search, view).map((read) => buildApiUrl(read.path, read.query))
}

const trackerSeven = '/api/trackers/7?include=columns%2Cdefault_report'

it.each([
  ['/account/profile', '', ['/api/session']],
  ['/projects', '?show=mine&offset=30', ['/api/session', expect.stringMatching(/offset=30&query=.*is_member_of/)]],
  ['/projects/101', '', ['/api/session', '/api/navigation?project_id=101']],
  ['/projects/gpig/admin/log', '', ['/api/session', '/api/navigation?shortname=gpig']],
  // The default report, which the tracker has, decides which artifacts are listed.
  ['/trackers/7', '', ['/api/session', '/api/navigation?tracker_id=7', trackerSeven]],
  [
    '/trackers/7',
    '?report=all',
    [
      '/api/session',
      '/api/navigation?tracker_id=7',
      trackerSeven,
      '/api/trackers/7/artifacts?limit=50&offset=0&order=desc&include=children',
    ],
  ],
  // The query depends on the fields of the tracker.
  ['/trackers/7', '?q=a+%3D+1', ['/api/session', '/api/navigation?tracker_id=7', trackerSeven]],
  [
    '/artifacts/9',
    '',
    [
      '/api/session',
      '/api/navigation?artifact_id=9',
      `/api/artifacts/9?include=${included}`,
      '/api/artifacts/9/changesets?limit=50&offset=0&order=desc&values=changed&include=can_update',
    ],
  ],
])('for %s%s the prefetched queries are known from the URL', (path, search, expected) =>
  expect(prefetched(path, search)).toEqual(expected),
)

it('later the project is looked up by its id, which other answers contain', () =>
  expect(prefetched('/artifacts/9', '', 'later')).not.toContainEqual(expect.stringContaining('navigation')))
