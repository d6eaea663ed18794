import { identifier, Type } from '../../kit/values/schema.ts'
import { apiRenderers } from '../../trackers/renderers/registry.ts'

const rendererLists: object = Object.fromEntries(
  apiRenderers.map(({ api }) => [
    api.name,
    Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.Optional(Type.Integer({ description: 'Of a table that the report has.', format: identifier })),
            label: Type.String({ default: '', maxLength: 255 }),
            ...api.inputProperties,
          },
          { title: api.inputTitle },
        ),
        { maxItems: 20, description: 'Left out: those it has stay.' },
      ),
    ),
  ]),
)

/** Body of a request that saves a report (reads/report-draft.ts). */
export const ReportInput = {
  label: Type.String({ minLength: 1, maxLength: 255 }),
  description: Type.String({ default: '', maxLength: 1000 }),
  is_public: Type.Boolean({
    default: false,
    description: 'Of the project, for administrators of the tracker to save.',
  }),
  is_default: Type.Boolean({
    default: false,
    description: 'Whether the tracker shows it first; only for public reports.',
  }),
  query: Type.Record(Type.String(), Type.Unknown(), {
    default: {},
    description: 'A filter of texts and lists, as in GET /trackers/{id}/artifacts.',
  }),
  expert_query: Type.Union([Type.Null(), Type.String()], { default: null, description: 'Instead of `query`: TQL.' }),
  ...rendererLists,
}
