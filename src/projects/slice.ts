import type { Slice } from '../http/declarations/slice.ts'
import { deleteOauth2AppsId } from './routes/delete-oauth2-apps-id.ts'
import { deleteProjectCategoriesId } from './routes/delete-project-categories-id.ts'
import { deleteProjectsIdBanner } from './routes/delete-projects-id-banner.ts'
import { deleteProjectsIdMembersUserId } from './routes/delete-projects-id-members-user-id.ts'
import { deleteUserGroupsId } from './routes/delete-user-groups-id.ts'
import { deleteUserGroupsIdUsersUserId } from './routes/delete-user-groups-id-users-user-id.ts'
import { getOauth2Apps } from './routes/get-oauth2-apps.ts'
import { getOauth2AppsId } from './routes/get-oauth2-apps-id.ts'
import { getProjectCategories } from './routes/get-project-categories.ts'
import { getProjectFields } from './routes/get-project-fields.ts'
import { getProjects } from './routes/get-projects.ts'
import { getProjectsId } from './routes/get-projects-id.ts'
import { getProjectsIdBanner } from './routes/get-projects-id-banner.ts'
import { getProjectsIdCategories } from './routes/get-projects-id-categories.ts'
import { getProjectsIdLabels } from './routes/get-projects-id-labels.ts'
import { getProjectsIdLog } from './routes/get-projects-id-log.ts'
import { getProjectsIdMembers } from './routes/get-projects-id-members.ts'
import { getProjectsIdOauth2Apps } from './routes/get-projects-id-oauth2-apps.ts'
import { getProjectsIdProjectServices } from './routes/get-projects-id-project-services.ts'
import { getProjectsIdUserGroups } from './routes/get-projects-id-user-groups.ts'
import { getUserGroupsId } from './routes/get-user-groups-id.ts'
import { getUserGroupsIdUsers } from './routes/get-user-groups-id-users.ts'
import { getUsersIdAuthorizedApps } from './routes/get-users-id-authorized-apps.ts'
import { getUsersIdMembership } from './routes/get-users-id-membership.ts'
import { patchOauth2AppsId } from './routes/patch-oauth2-apps-id.ts'
import { patchProjectCategoriesId } from './routes/patch-project-categories-id.ts'
import { patchProjectsId } from './routes/patch-projects-id.ts'
import { patchProjectsIdMembersUserId } from './routes/patch-projects-id-members-user-id.ts'
import { patchProjectsIdSettings } from './routes/patch-projects-id-settings.ts'
import { patchUserGroupsId } from './routes/patch-user-groups-id.ts'
import { postOauth2Apps } from './routes/post-oauth2-apps.ts'
import { postOauth2AppsIdSecret } from './routes/post-oauth2-apps-id-secret.ts'
import { postProjectCategories } from './routes/post-project-categories.ts'
import { postProjectFields } from './routes/post-project-fields.ts'
import { postProjects } from './routes/post-projects.ts'
import { postProjectsIdMembers } from './routes/post-projects-id-members.ts'
import { postProjectsIdOauth2Apps } from './routes/post-projects-id-oauth2-apps.ts'
import { postUserGroups } from './routes/post-user-groups.ts'
import { postUserGroupsIdUsers } from './routes/post-user-groups-id-users.ts'
import { putProjectServicesId } from './routes/put-project-services-id.ts'
import { putProjectsIdBanner } from './routes/put-projects-id-banner.ts'
import { putProjectsIdCategories } from './routes/put-projects-id-categories.ts'
import { putProjectsIdStatus } from './routes/put-projects-id-status.ts'
import { putProjectsIdTemplate } from './routes/put-projects-id-template.ts'
import { putUserGroupsIdUsers } from './routes/put-user-groups-id-users.ts'

export const projects: Slice = {
  routes: [
    putProjectsIdCategories,
    postProjectCategories,
    patchProjectCategoriesId,
    getProjectsIdCategories,
    getProjectCategories,
    deleteProjectCategoriesId,
    getProjectsIdLog,
    getProjectsIdMembers,
    patchProjectsIdMembersUserId,
    patchUserGroupsId,
    deleteUserGroupsId,
    postUserGroupsIdUsers,
    deleteUserGroupsIdUsersUserId,
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
    patchProjectsIdSettings,
    postProjectFields,
    postProjectsIdMembers,
    postProjects,
    postUserGroups,
    putProjectServicesId,
    putProjectsIdBanner,
    putProjectsIdStatus,
    putProjectsIdTemplate,
    putUserGroupsIdUsers,
    getProjectsIdOauth2Apps,
    getOauth2Apps,
    postProjectsIdOauth2Apps,
    postOauth2Apps,
    getOauth2AppsId,
    patchOauth2AppsId,
    deleteOauth2AppsId,
    postOauth2AppsIdSecret,
    getUsersIdAuthorizedApps,
  ],
  jobs: [],
}
