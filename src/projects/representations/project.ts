import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { formatProjectLabel, type Project, type ProjectStatus } from '../model/project.ts'
import type { ProjectDetails } from '../model/project-details.ts'

const minimal = {
  id: Type.Integer(),
  uri: Type.String(),
  label: Type.String(),
  label_without_icon: Type.String(),
  shortname: Type.String(),
  status: Type.Union([
    Type.Literal('active'),
    Type.Literal('suspended'),
    Type.Literal('pending'),
    Type.Literal('deleted'),
    Type.Literal('system'),
    Type.Null(),
  ]),
  access: Type.Union([
    Type.Literal('public'),
    Type.Literal('unrestricted'),
    Type.Literal('private'),
    Type.Literal('private-wo-restr'),
  ]),
  is_template: Type.Boolean(),
}

export const MinimalProjectRepresentation = Type.Object(minimal, {
  title: 'MinimalProject',
  additionalProperties: false,
})
export type MinimalProjectRepresentation = Static<typeof MinimalProjectRepresentation>

export const ProjectRepresentation = Type.Object(
  {
    ...minimal,
    resources: Type.Array(
      Type.Object({ type: Type.String(), uri: Type.String() }, { title: 'Resource', additionalProperties: false }),
    ),
    // Empty maps are empty lists in the API (docs/api/rest-conventions.md §1.8); this one is always empty.
    additional_informations: Type.Array(Type.Unknown(), { maxItems: 0 }),
    is_member_of: Type.Boolean(),
    description: Type.String(),
    additional_fields: Type.Array(
      Type.Object(
        { name: Type.String(), value: Type.String() },
        { title: 'ProjectFieldValue', additionalProperties: false },
      ),
    ),
    icon: Type.String(),
  },
  { title: 'Project', additionalProperties: false },
)
export type ProjectRepresentation = Static<typeof ProjectRepresentation>

export const ProjectReference = Type.Object(
  { id: Type.Integer(), uri: Type.String(), label: Type.String(), icon: Type.String() },
  { title: 'ProjectReference', additionalProperties: false },
)
export type ProjectReference = Static<typeof ProjectReference>

const ownResources = ['project_services', 'user_groups', 'heartbeats', 'labels']

/** Serializes a project in full (docs/api/projects.md §2). */
export const representProject = (project: Project, details: ProjectDetails): ProjectRepresentation => ({
  ...representMinimalProject(project),
  resources: [...details.offered, ...ownResources].map((type) => ({ type, uri: `projects/${project.id}/${type}` })),
  additional_informations: [],
  is_member_of: details.isMember,
  description: project.description,
  additional_fields: details.fields.map(({ name, value }) => ({ name, value })),
  icon: project.icon,
})

/** Serializes a project in the minimal form (docs/api/projects.md §1). */
export const representMinimalProject = (project: Project): MinimalProjectRepresentation => ({
  id: project.id,
  uri: `projects/${project.id}`,
  label: formatProjectLabel(project),
  label_without_icon: project.name,
  shortname: formatShortName(project),
  status: displayedStatus(project.status),
  access: project.access,
  is_template: project.isTemplate,
})

/**
 * Serializes the reference to a project inside trackers, artifacts and others (docs/api/projects.md §1); the icon is
 * separate from the label here.
 */
export const referToProject = (project: Pick<Project, 'id' | 'name' | 'icon'>): ProjectReference => ({
  id: project.id,
  uri: `projects/${project.id}`,
  label: project.name,
  icon: project.icon,
})

/** Returns the lower-case short name of every `shortname` member (docs/api/projects.md §1); only URLs keep the case. */
export const formatShortName = ({ shortName }: Pick<Project, 'shortName'>): string => shortName.toLowerCase()

/** Serializes a status; a project that is still being imported has none in the API (docs/api/access.md §4). */
const displayedStatus = (status: ProjectStatus): MinimalProjectRepresentation['status'] =>
  status === 'importing' ? null : status
