import { holdsText } from '../../fields/registry/capabilities.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { ArtifactId, FieldId, UserId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Artifact } from '../model/artifact.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { type HistoryEntry, loadHistory } from '../reads/history.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import {
  ChangesetRepresentation,
  includedCommentNames,
  representChangedValues,
  representChangeset,
} from '../representations/changeset.ts'
import { createRenderContexts } from '../representations/render-context.ts'
import { loadCommentDescriber } from '../responses/included-comment-members.ts'

const maxLimit = 50

/** docs/api/artifacts.md §3.2, docs/decisions/0005-filter-changesets-before-paging.md. */
export const getArtifactsIdChangesets = defineRoute({
  method: 'GET',
  url: '/artifacts/:id/changesets',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the changesets of an artifact with values and comments; `order=desc` starts with the newest.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  query: Type.Object({
    fields: Type.Union([Type.Literal('all'), Type.Literal('comments')], {
      description: '`comments` returns only changesets with a comment.',
      default: 'all',
    }),
    order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
      description: 'Direction of the sort by date.',
      default: 'asc',
    }),
    values: Type.Union([Type.Literal(''), Type.Literal('changed')], {
      description: 'Tulipwood extension: `changed` returns what each changeset changed instead of all values.',
      default: '',
    }),
    field_id: Type.Optional(
      Type.Unsafe<FieldId>(
        Type.Integer({ description: 'Tulipwood extension: only changesets that change this field.' }),
      ),
    ),
    user_id: Type.Optional(
      Type.Unsafe<UserId>(Type.Integer({ description: 'Tulipwood extension: only changesets of this user.' })),
    ),
    changeset_id: Type.Optional(Type.Integer({ description: 'Tulipwood extension: only this changeset.' })),
    include: Type.String({
      description:
        'Tulipwood extension: names of members to add to each comment, separated by commas: `can_update`, `etag`.',
      default: '',
    }),
    ...buildPageParameters({ default: 10, max: maxLimit }),
  }),
  answers: { 200: Type.Array(ChangesetRepresentation) },
  async answer(
    {
      params,
      query: { fields, order, values, field_id: fieldId, user_id: userId, changeset_id: changesetId, include, ...page },
      ...viewer
    },
    world,
  ) {
    const names = parseNameList('include', include, includedCommentNames)
    const artifact = await getArtifact(world, viewer.caller, params.id)
    const { entries, size } = await loadHistory(world, viewer.caller, artifact, {
      ...{ fields, order, fieldId, userId, changesetId, page },
    })
    const comments = entries.flatMap(({ comment }) => comment ?? [])
    const isChanged = values === 'changed'
    const withValues = fields === 'all'
    const related = await loadRelatedData(
      world,
      viewer.caller,
      isChanged ? entries.flatMap(selectChangedValues) : entries.map((entry) => entry.artifact),
      withValues || isChanged ? 'values' : 'summary',
      {
        users: comments.flatMap(({ submittedBy }) => submittedBy ?? []),
        groups: comments.flatMap(({ groups }) => groups ?? []),
        fields: isChanged
          ? new Set(entries.flatMap((entry) => getPresentedFields(entry).map(({ id }) => id)))
          : undefined,
        texts: comments.map(({ body, format }) => ({ content: body, format })),
      },
    )
    const describeComment = names.size === 0 ? () => ({}) : await loadCommentDescriber(world, viewer, artifact, names)
    const show = createRenderContexts(viewer, related)
    const body = await mapWithPauses(entries, (entry) => {
      const { changeset, comment, artifact: state, changedFields } = entry
      const [after, before] = show(isChanged ? [state, { ...state, values: entry.before }] : [state])
      if (after === undefined) return []
      const context = { changeset, comment, after }
      return before === undefined
        ? [representChangeset(context, withValues, describeComment(comment))]
        : [representChangedValues({ ...context, before, changedFields }, describeComment(comment))]
    })
    return { body: body.flat(), page: { ...page, size, max: maxLimit } }
  },
})

/** Texts are returned as stored, so nothing has to be loaded or rendered for them. */
const getPresentedFields = ({ changedFields }: HistoryEntry) => changedFields.filter((field) => !holdsText(field))

/** Returns the states before and after a changeset with only the values that are presented. */
function selectChangedValues(entry: HistoryEntry): Artifact[] {
  const { artifact, before } = entry
  const fields = getPresentedFields(entry)
  return [before, artifact.values].map((values) => ({
    ...artifact,
    values: Object.fromEntries(fields.flatMap(({ id }) => (values[id] === undefined ? [] : [[id, values[id]]]))),
  }))
}
