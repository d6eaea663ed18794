import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { type EpochSeconds, formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { type Job, type JobNumbers, jobStates } from '../model/job.ts'

const optionalText = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const JobRepresentation = Type.Object(
  {
    id: Type.Integer(),
    kind: Type.String({ description: 'What it does, such as `send-mail`.' }),
    state: Type.Enum([...jobStates], {
      description: '`failed`: it has failed before and waits for its next attempt.',
    }),
    subject: Type.String({ description: 'Ids of what it is about, such as `change 12, user 101`.' }),
    attempts: Type.Integer({ description: 'Number of attempts that have begun.' }),
    created_on: optionalText('null: it was created by an earlier release.'),
    next_attempt_on: optionalText('When it is due; null: it runs.'),
    last_error: optionalText('Error of the last attempt, without paths and secrets.'),
    node: optionalText('Node that runs it.'),
  },
  { title: 'Job', additionalProperties: false },
)
export type JobRepresentation = Static<typeof JobRepresentation>

export function representJob(job: Job, { timezone }: Pick<Viewer, 'timezone'>): JobRepresentation {
  const formatDate = (at: EpochSeconds | null): string | null => (at === null ? null : formatIsoDate(at, timezone))
  const { id, kind, state, subject, attempts, createdOn, nextAttemptOn, lastError, node } = job
  return {
    id,
    kind,
    state,
    subject,
    attempts,
    created_on: formatDate(createdOn),
    next_attempt_on: formatDate(nextAttemptOn),
    last_error: lastError,
    node,
  }
}

export const JobNumbersRepresentation = Type.Object(
  {
    kind: Type.String(),
    waiting: Type.Integer(),
    running: Type.Integer(),
    failed: Type.Integer(),
  },
  { title: 'JobNumbers', additionalProperties: false },
)
export type JobNumbersRepresentation = Static<typeof JobNumbersRepresentation>

export const representJobNumbers = ({ kind, waiting, running, failed }: JobNumbers): JobNumbersRepresentation => ({
  kind,
  waiting,
  running,
  failed,
})
