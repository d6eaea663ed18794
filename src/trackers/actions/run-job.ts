import { message } from '../../kit/messages/message.ts'
import { Type } from '../../kit/values/schema.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { buildElement } from '../../kit/xml/write.ts'
import type { CommittedChange, DefinitionContext, PostActionType } from './post-action-type.ts'
import { createActionError } from './read-members.ts'

declare module '../model/definition.ts' {
  interface PostActionsBy<FieldRef> {
    readonly run_job: { readonly jobUrl: string }
  }
}

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'run-build': BuildRequest
  }
}

/** A build that a transition starts. */
interface BuildRequest extends Omit<CommittedChange, 'at'> {
  readonly url: string
  readonly orderedOn: EpochSeconds
}

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** A server that was unavailable for a day gets none of the missed builds. */
const maxAgeSeconds = 24 * 3600

export const runJob = {
  api: {
    type: 'run_job',
    schema: Type.Object(
      { id: Type.Integer(), type: Type.Literal('run_job'), job_url: Type.String() },
      { additionalProperties: false },
    ),
    represent: ({ jobUrl }) => ({ type: 'run_job', job_url: jobUrl }),
    parse(action) {
      const url = action['job_url'] ?? undefined
      if (url === undefined) throw createActionError(message`Mandatory attribute job_url not found in CI build action.`)
      if (typeof url !== 'string') throw createActionError(message`Bad job_url attribute format: string expected.`)
      if (!isWebUrl(url)) throw createActionError(message`The 'job_url' attribute must be a valid URL.`)
      return { kind: 'run_job', jobUrl: url }
    },
    input: { job_url: Type.Optional(Type.String()) },
    define({ job_url: jobUrl = '' }: { readonly job_url?: string }, { problems }: DefinitionContext) {
      if (isWebUrl(jobUrl)) return { kind: 'run_job', jobUrl }
      problems.add(message`workflow: the job_url of an action must be a valid URL.`)
      return undefined
    },
  },
  archive: {
    element: 'postaction_ci_build',
    read({ attributes: { job_url: jobUrl = '' }, name, line }, _keys, { notes }) {
      if (isWebUrl(jobUrl)) return { kind: 'run_job', jobUrl }
      notes.remark(
        'value-left-out',
        line,
        message`job_url="${jobUrl}" of <${name}> is not a URL: the action is left out`,
      )
      return undefined
    },
    write: ({ jobUrl }) => buildElement('postaction_ci_build', { job_url: jobUrl }),
  },
  fieldsOf: () => [],
  mapFields: ({ jobUrl }) => ({ jobUrl }),
  job: {
    kind: 'run-build',
    buildPayload: ({ jobUrl }, { at, ...change }) => ({ url: jobUrl, ...change, orderedOn: at }),
    async run(payload, { postForm, now, log }) {
      // Written only by `buildPayload`.
      const { url, artifact, tracker, project, user, orderedOn } = payload as BuildRequest
      const ids = { projectId: `${project}`, artifactId: `${artifact}`, trackerId: `${tracker}` }
      try {
        const status = await postForm(url, user === null ? ids : { userId: `${user}`, ...ids })
        if (status < 200 || status >= 300) throw new Error(`The build server responded with ${status}`)
      } catch (problem) {
        if (now < orderedOn + maxAgeSeconds) throw problem
        // Without the URL: build servers have tokens in it.
        log.warn({ err: problem, tracker, artifact }, 'build was abandoned after repeated failures')
      }
    },
  },
} satisfies PostActionType<'run_job'>
