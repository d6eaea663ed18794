import { expect, it } from 'vitest'
import { listServedPages } from './served-pages.ts'

const findTarget = (path: string): string | undefined =>
  listServedPages().find(({ redirect }) => redirect !== undefined && new RegExp(redirect.pattern, 'i').test(path))
    ?.redirect?.to

// docs/api/oauth2.md §1, docs/api/authentication.md §4.
it.each([
  ['/my/', '/'],
  ['/account/login.php', '/login'],
  ['/account/logout.php', '/logout'],
  ['/account/keys-tokens', '/account/keys'],
  ['/plugins/oauth2_server/account/apps', '/account/apps'],
  ['/plugins/oauth2_server/admin', '/site/apps'],
  ['/plugins/oauth2_server/project/106/admin', '/projects/:shortname/admin/apps'],
  ['/plugins/oauth2_server/project/x/admin', undefined],
  ['/my/x', undefined],
])('%s of Tuleap leads to %s', (path, target) => expect(findTarget(path)).toBe(target))
