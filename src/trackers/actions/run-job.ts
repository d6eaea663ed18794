import { message } from '../../kit/messages/message.ts'
import { Type } from '../../kit/values/schema.ts'
import { buildElement } from '../../kit/xml/write.ts'
import type { PostActionType } from './post-action-type.ts'
import { createActionError } from './read-members.ts'

declare module '../model/definition.ts' {
  interface PostActionsBy<FieldRef> {
    readonly run_job: { readonly jobUrl: string }
  }
}

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
      const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
      if (!isWeb) throw createActionError(message`The 'job_url' attribute must be a valid URL.`)
      return { kind: 'run_job', jobUrl: url }
    },
    define: ({ job_url: jobUrl = '' }) => ({ kind: 'run_job', jobUrl }),
  },
  archive: {
    element: 'postaction_ci_build',
    read: (action) => ({ kind: 'run_job', jobUrl: action.attributes['job_url'] ?? '' }),
    write: ({ jobUrl }) => buildElement('postaction_ci_build', { job_url: jobUrl }),
  },
  fieldsOf: () => [],
  mapFields: ({ jobUrl }) => ({ jobUrl }),
  run: ({ jobUrl }, transition) => transition.startJob(jobUrl),
} satisfies PostActionType<'run_job'>
