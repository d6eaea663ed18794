import type { Static, TSchema } from 'typebox'
import { fromStoredMessage } from '../../kit/messages/message.ts'
import type { Translate } from '../../kit/messages/translate.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import { formatShortName } from '../../projects/representations/project.ts'
import {
  type ImportCounts,
  importStatuses,
  type ProjectImport,
  type ReportedFinding,
  type ReportedUser,
} from '../model/import.ts'
import type { ImportProgress } from '../model/import-progress.ts'

const closedObject = { additionalProperties: false }

const Findings = Type.Array(
  Type.Object(
    {
      code: Type.Union([Type.String(), Type.Null()], {
        description: 'the reason, as docs/archives.md lists them; null in reports of earlier versions',
      }),
      file: Type.String(),
      line: Type.Union([Type.Integer(), Type.Null()], { description: 'null: about the file as a whole' }),
      text: Type.String(),
      count: Type.Integer({ description: 'how often the archive gives this cause; `line` is the first' }),
    },
    { ...closedObject, title: 'ImportFinding' },
  ),
)

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const notYet = 'null until it is imported'

const Counts = Type.Object(
  {
    users_created: Type.Integer(),
    users_matched: Type.Integer(),
    user_groups: Type.Integer(),
    trackers: Type.Integer(),
    fields: Type.Integer(),
    values: Type.Integer(),
    artifacts: Type.Integer(),
    repositories: Type.Integer(),
    changesets: orNull(Type.Integer({ description: notYet })),
    comments: orNull(Type.Integer({ description: notYet })),
    links: orNull(Type.Integer({ description: notYet })),
    files: orNull(Type.Integer({ description: notYet })),
  },
  { ...closedObject, title: 'ImportCounts' },
)

const Users = Type.Array(
  Type.Object(
    {
      login: Type.String({ description: 'login in the archive' }),
      real_name: Type.String(),
      email: Type.String(),
      becomes: Type.Enum(['existing', 'new', 'stranger'], {
        description: 'an existing account, a new suspended account, or a name as text',
      }),
      account: Type.Union([Type.String(), Type.Null()], { description: 'login of the existing account' }),
    },
    { ...closedObject, title: 'ImportedUser' },
  ),
  { description: 'users of the archive; empty before the check' },
)

const Progress = Type.Object(
  {
    step: Type.Enum(['checking', 'writing']),
    done: Type.Integer({ description: 'checked bytes of project.xml, or written artifacts' }),
    total: Type.Integer({ description: '0 until it is known' }),
  },
  { ...closedObject, title: 'ImportProgress' },
)

export const ImportRepresentation = Type.Object(
  {
    id: Type.Integer({ description: 'id of the project' }),
    uri: Type.String(),
    status: Type.Enum([...importStatuses], {
      description:
        'waiting (for the upload), queued, running; checked (waits for `PATCH /project_imports/{id}`); then done, failed (see `problems`), expired (upload incomplete or not confirmed) or cancelled (upload deleted)',
    }),
    shortname: Type.String(),
    project_uri: Type.Union([Type.String(), Type.Null()], { description: 'null until it is done' }),
    upload_href: Type.String(),
    file_name: Type.String(),
    file_size: Type.Integer(),
    received_size: Type.Integer({ description: 'uploaded bytes' }),
    progress: Type.Union([Progress, Type.Null()], { description: 'while it is running' }),
    problems: Findings,
    further_problems: Type.Integer({ description: 'number of further ones' }),
    remarks: Findings,
    further_remarks: Type.Integer({ description: 'number of further ones' }),
    ignored: Type.Array(Type.String(), { description: 'omitted parts of the archive' }),
    counts: Type.Union([Counts, Type.Null()], { description: 'what is or will be imported; null before the check' }),
    users: Users,
    further_users: Type.Integer({ description: 'number of further ones' }),
    created_on: Type.String({ format: 'date-time' }),
    finished_on: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { ...closedObject, title: 'ProjectImport' },
)

interface ImportWithProgress {
  readonly projectImport: ProjectImport
  readonly received: number
  readonly progress: ImportProgress | null
}

const representFinding = ({ code, file, line, text, message, count = 1 }: ReportedFinding, translate: Translate) => ({
  code: code ?? null,
  file,
  line,
  text: (message && translate(fromStoredMessage(message))) ?? text,
  count,
})

function representCounts(counts: ImportCounts | null): Static<typeof Counts> | null {
  if (counts === null) return null
  const { usersCreated, usersMatched, groups, ...same } = counts
  return { users_created: usersCreated, users_matched: usersMatched, user_groups: groups, ...same }
}

const representImportedUser = ({ login, realName, email, becomes, account }: ReportedUser) => ({
  login,
  real_name: realName,
  email,
  becomes,
  account,
})

/** Our extension. */
export const representImport = (
  { projectImport, received, progress }: ImportWithProgress,
  timezone: string,
  translate: Translate,
): Static<typeof ImportRepresentation> => ({
  id: projectImport.projectId,
  uri: `project_imports/${projectImport.projectId}`,
  status: projectImport.status,
  shortname: formatShortName(projectImport),
  project_uri: projectImport.status === 'done' ? `projects/${projectImport.projectId}` : null,
  upload_href: `/uploads/project/file/${projectImport.uploadId}`,
  file_name: projectImport.fileName,
  file_size: projectImport.size,
  received_size: received,
  progress: progress === null ? null : { ...progress },
  problems: (projectImport.report?.problems ?? []).map((each) => representFinding(each, translate)),
  further_problems: projectImport.report?.furtherProblems ?? 0,
  remarks: (projectImport.report?.remarks ?? []).map((each) => representFinding(each, translate)),
  further_remarks: projectImport.report?.furtherRemarks ?? 0,
  ignored: [...(projectImport.report?.ignored ?? [])],
  counts: representCounts(projectImport.report?.counts ?? null),
  users: (projectImport.report?.users ?? []).map(representImportedUser),
  further_users: projectImport.report?.furtherUsers ?? 0,
  created_on: formatIsoDate(projectImport.createdOn, timezone),
  finished_on: projectImport.finishedOn === null ? null : formatIsoDate(projectImport.finishedOn, timezone),
})
