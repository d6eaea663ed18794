import type { Static } from 'typebox'
import { defineRoute } from '../../http/declarations/route.ts'
import { hasPreference } from '../../http/requests/prefer.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { hasTypeError, identifier, Type } from '../../kit/values/schema.ts'
import { createProjectFromRequest } from '../commands/create-project-from-request.ts'
import { reserveProject } from '../commands/reserve-project.ts'
import { type ProjectRequest, parseProjectSource } from '../model/project-request.ts'
import { getCreatedProject } from '../reads/created-project.ts'
import { dryRunProject } from '../reads/dry-run-project.ts'
import { getProjectDetails } from '../reads/project-details.ts'
import { ProjectRepresentation, representProject } from '../representations/project.ts'
import { ReservedProjectRepresentation, representReservedProject } from '../representations/reserved-project.ts'

const Body = Type.Object(
  {
    shortname: Type.String(),
    label: Type.String(),
    is_public: Type.Boolean(),
    allow_restricted: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    description: Type.Optional(Type.String()),
    template_id: Type.Optional(Type.Unsafe<ProjectId>(Type.Integer({ minimum: 1, format: identifier }))),
    xml_template_name: Type.Optional(Type.String()),
    from_archive: Type.Optional(
      Type.Object(
        {
          file_name: Type.String(),
          file_size: Type.Integer(),
          review: Type.Optional(
            Type.Boolean({
              description:
                'only check the archive after the upload, and import it after `PATCH /project_imports/{id}`; an extension',
            }),
          ),
        },
        hasTypeError,
      ),
    ),
    categories: Type.Optional(
      Type.Array(
        Type.Object(
          { category_id: Type.Integer({ format: identifier }), value_id: Type.Integer({ format: identifier }) },
          { title: 'CategoryChoiceInput', ...hasTypeError },
        ),
        hasTypeError,
      ),
    ),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          { field_id: Type.Integer({ format: identifier }), value: Type.String({ minLength: 0 }) },
          hasTypeError,
        ),
        hasTypeError,
      ),
    ),
  },
  { title: 'NewProject' },
)

/** docs/api/projects.md §5. */
export const postProjects = defineRoute({
  method: 'POST',
  url: '/projects',
  access: 'required',
  scope: 'write:project',
  supportedHeaders: ['Prefer'],
  summary:
    'Create a project from a template. With `dry_run` or `Prefer: dry-run`, only check the request. With `from_archive`, reserve the project until its archive is uploaded with tus to `upload_href` and imported; `GET /project_imports/{id}` returns the progress.',
  query: Type.Object({
    dry_run: Type.Boolean({ description: 'Check the request and create nothing.', default: false }),
  }),
  body: Body,
  bodyName: 'post_representation',
  answers: { 201: Type.Union([ProjectRepresentation, ReservedProjectRepresentation]), 204: null },
  async answer({ caller, query, body, headers }, world) {
    const request = requestOf(body)
    const isPreferred = hasPreference(headers, 'dry-run')
    if (isPreferred || query.dry_run) {
      await dryRunProject(world, caller, request)
      return { status: 204, ...(isPreferred && { headers: { 'Preference-Applied': 'dry-run' } }) }
    }
    const { source } = request
    if (source.kind === 'archive') {
      return { status: 201, body: representReservedProject(await reserveProject(world, caller, request, source)) }
    }
    const id = await createProjectFromRequest(world, caller, { ...request, source })
    const project = await getCreatedProject(world.db.read, id)
    const details = await getProjectDetails(world, caller, [id])
    // The caller was loaded before becoming the first member.
    return { status: 201, body: representProject(project, { ...details(id), isMember: true }) }
  },
})

const requestOf = (body: Static<typeof Body>): ProjectRequest => ({
  shortName: body.shortname,
  name: body.label,
  description: body.description ?? '',
  isPublic: body.is_public,
  allowsRestricted: body.allow_restricted ?? null,
  source: parseProjectSource({
    template: body.template_id,
    xmlTemplate: body.xml_template_name,
    archive: body.from_archive,
  }),
  fields: (body.fields ?? []).map((each) => ({ fieldId: each.field_id, value: each.value })),
  categories: (body.categories ?? []).map((each) => ({ categoryId: each.category_id, valueId: each.value_id })),
})
