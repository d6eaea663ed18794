import type { Recorded } from './records.ts'

/** Recordings that a later issue makes ours: as it lands it deletes its entries here, and only that. */
export interface Later {
  readonly issue: string
  readonly what: string
  applies(record: Recorded): boolean
}

const artifacts = '3 Artifacts in full'
const attachments = '4 Attachments'
const finding = '5 Finding artifacts'
const signIn = '6 Sign-in and OAuth2'
const subversion = '7 Subversion'

const path = ({ request }: Recorded): string => request.path.replace(/^\/api(\/v1)?(?=\/)/, '')
const isWriteOf =
  (route: RegExp) =>
  (record: Recorded): boolean =>
    !['GET', 'HEAD', 'OPTIONS'].includes(record.request.method) && route.test(path(record))

/** Files of block 2 that are read after artifacts_write has made its artifacts. */
const afterTheWrites: readonly string[] = [
  ...['artifacts_write', 'workflow', 'concurrency', 'xml', 'artifacts_read', 'tql', 'files', 'deletion', 'group_lists'],
]

/** Artifacts 1 to 34 come with the archives; the others were made over REST. */
const lastImported = 34

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
  {
    issue: artifacts,
    what: 'changing workflows over REST',
    applies: isWriteOf(/^\/(trackers\/\d+|tracker_workflow_transitions)/),
  },
  { issue: artifacts, what: 'writing artifacts', applies: isWriteOf(/^\/artifacts/) },
  {
    issue: artifacts,
    what: 'reading artifacts made over REST',
    applies: (record) =>
      afterTheWrites.includes(record.area) &&
      ['GET', 'HEAD'].includes(record.request.method) &&
      readsWhatWasWritten(record),
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

/** The trackers that the writes fill: lists of them hold what was written. */
const filledTrackers: readonly number[] = [10, 14, 15, 17, 18, 19, 20, 21]

function readsWhatWasWritten(record: Recorded): boolean {
  const artifact = Number(/^\/artifacts\/(\d+)(?!\d|\.\d)/.exec(path(record))?.[1] ?? 0)
  // An id that nobody has is answered the same before and after.
  if (artifact > lastImported && artifact < 90_000) return true
  const tracker = Number(/^\/trackers\/(\d+)\/artifacts/.exec(path(record))?.[1] ?? 0)
  if (filledTrackers.includes(tracker) && record.response.status === 200) return true
  return /^\/artifacts\?/.test(path(record)) && record.response.status === 200 && record.response.body !== '[]'
}
