import type { Slice } from '../kit/slice.ts'
import { deleteProjectsIdBanner } from './routes/delete-projects-id-banner.ts'
import { deleteProjectsIdMembersUserId } from './routes/delete-projects-id-members-user-id.ts'
import { getProjectFields } from './routes/get-project-fields.ts'
import { getProjects } from './routes/get-projects.ts'
import { getProjectsId } from './routes/get-projects-id.ts'
import { getProjectsIdBanner } from './routes/get-projects-id-banner.ts'
import { getProjectsIdLabels } from './routes/get-projects-id-labels.ts'
import { getProjectsIdProjectServices } from './routes/get-projects-id-project-services.ts'
import { getProjectsIdUserGroups } from './routes/get-projects-id-user-groups.ts'
import { getUserGroupsId } from './routes/get-user-groups-id.ts'
import { getUserGroupsIdUsers } from './routes/get-user-groups-id-users.ts'
import { getUsersIdMembership } from './routes/get-users-id-membership.ts'
import { patchProjectsId } from './routes/patch-projects-id.ts'
import { postProjectFields } from './routes/post-project-fields.ts'
import { postProjects } from './routes/post-projects.ts'
import { postProjectsIdMembers } from './routes/post-projects-id-members.ts'
import { postUserGroups } from './routes/post-user-groups.ts'
import { putProjectServicesId } from './routes/put-project-services-id.ts'
import { putProjectsIdBanner } from './routes/put-projects-id-banner.ts'
import { putProjectsIdStatus } from './routes/put-projects-id-status.ts'
import { putProjectsIdTemplate } from './routes/put-projects-id-template.ts'
import { putUserGroupsIdUsers } from './routes/put-user-groups-id-users.ts'

export const projects: Slice = {
  routes: [
    deleteProjectsIdBanner,
    deleteProjectsIdMembersUserId,
    getProjectFields,
    getProjectsIdBanner,
    getProjectsIdLabels,
    getProjectsIdProjectServices,
    getProjectsIdUserGroups,
    getProjectsId,
    getProjects,
    getUserGroupsIdUsers,
    getUserGroupsId,
    getUsersIdMembership,
    patchProjectsId,
    postProjectFields,
    postProjectsIdMembers,
    postProjects,
    postUserGroups,
    putProjectServicesId,
    putProjectsIdBanner,
    putProjectsIdStatus,
    putProjectsIdTemplate,
    putUserGroupsIdUsers,
  ],
  jobs: [],
}
