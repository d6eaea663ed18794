import type { Recorded } from './records.ts'

/** Recordings that a later issue makes ours: as it lands it deletes its entries here, and only that. */
export interface Later {
  readonly issue: string
  readonly what: string
  applies(record: Recorded): boolean
}

const attachments = '4 Attachments'
const finding = '5 Finding artifacts'
const signIn = '6 Sign-in and OAuth2'
const subversion = '7 Subversion'

const path = ({ request }: Recorded): string => request.path.replace(/^\/api(\/v1)?(?=\/)/, '')

export const later: readonly Later[] = [
  {
    issue: attachments,
    what: 'attaching, uploading and downloading files',
    applies: (record) =>
      record.area === 'files' || /^\/artifact_files\/|^\/artifact_temporary_files/.test(path(record)),
  },
  { issue: finding, what: 'the query language', applies: ({ area }) => area === 'tql' },
  {
    issue: finding,
    what: 'filters of the artifacts of a tracker',
    applies: (record) =>
      /^\/trackers\/\d+\/artifacts/.test(path(record)) &&
      (/[?&](query|expert_query)=/.test(path(record)) || record.request.body !== null),
  },
  {
    issue: finding,
    what: 'the artifacts of a report',
    applies: (record) => /^\/tracker_reports\/\d+\/artifacts/.test(path(record)),
  },
  { issue: subversion, what: 'repositories', applies: (record) => /^\/svn|^\/projects\/\d+\/svn/.test(path(record)) },
  {
    issue: signIn,
    what: 'OAuth2 tokens and pages',
    applies: ({ area, request }) =>
      area === 'oauth2' &&
      (/OAUTH2_TOKEN/.test(JSON.stringify(request)) || /^\/(oauth2|\.well-known)\//.test(request.path)),
  },
]
