import { expect, it } from 'vitest'
import { resolveLegacyUrl } from './legacy-urls.ts'

it.each([
  ['/plugins/tracker/?aid=12', '/artifacts/12'],
  ['/plugins/tracker?aid=12&tracker=3', '/artifacts/12'],
  ['/plugins/tracker/?tracker=3', '/trackers/3'],
  ['/plugins/tracker/?tracker=3&func=admin-semantic&semantic=title', '/trackers/3/admin/semantics'],
  ['/plugins/tracker/?tracker=3&func=admin-workflow-transitions', '/trackers/3/admin/workflow'],
  ['/plugins/tracker/?tracker=3&func=other', '/trackers/3'],
  ['/plugins/tracker/?report=40', '/reports/40'],
  ['/plugins/tracker/?tracker=3&report=40', '/reports/40'],
  ['/plugins/tracker/?group_id=101', '/projects/101'],
  ['/plugins/tracker/', '/projects'],
  ['/project/admin/?group_id=101', '/projects/101/admin'],
  ['/project/admin/?group_id=x', '/projects'],
  ['/goto?key=bug&val=12&group_id=101', '/artifacts/12'],
  ['/goto?key=svn&val=main/7&group_id=101', '/projects/101/svn/main/commits/7'],
  ['/goto?key=REV&val=main%2F7&group_id=101', '/projects/101/svn/main/commits/7'],
  ['/goto?key=revision&val=my.main-2/7&group_id=101', '/projects/101/svn/my.main-2/commits/7'],
  ['/goto?key=rev&val=7&group_id=101', '/artifacts/7'],
  ['/plugins/svn/?group_id=101', '/projects/101/svn'],
  ['/plugins/svn?roottype=svn&view=rev&root=Lander/main&revision=7', '/projects/Lander/svn/main/commits/7'],
  ['/plugins/svn/?roottype=svn&view=rev&root=lander/main&&revision=7', '/projects/lander/svn/main/commits/7'],
  ['/plugins/svn?roottype=svn&view=rev&root=lander/main', '/projects/lander/svn/main/commits'],
  ['/plugins/svn/?roottype=svn&root=lander/main', '/projects/lander/svn/main'],
  [
    '/plugins/svn/Trunk/a%20b%23c.txt?roottype=svn&root=lander/main',
    '/projects/lander/svn/main?path=%2FTrunk%2Fa+b%23c.txt',
  ],
  [
    '/plugins/svn/trunk/a.c?roottype=svn&view=markup&pathrev=12&revision=7&root=lander/main',
    '/projects/lander/svn/main?path=%2Ftrunk%2Fa.c&rev=7',
  ],
  [
    '/plugins/svn/trunk/?roottype=svn&view=log&root=lander/main&pathrev=12',
    '/projects/lander/svn/main/commits?path=%2Ftrunk&rev=12',
  ],
  [
    '/plugins/svn/trunk/a.c?roottype=svn&view=diff&r1=6&r2=7&root=lander/main',
    '/projects/lander/svn/main/diff?path=%2Ftrunk%2Fa.c&from=6&to=7',
  ],
  ['/plugins/svn?roottype=svn&view=diff&r1=0&r2=1&root=lander/main', '/projects/lander/svn/main/diff?from=0&to=1'],
])('resolves %s to %s', (old, now) => expect(resolveLegacyUrl(old)).toBe(now))

it.each([
  '/goto?key=bug&val=//evil.example',
  '/goto',
  '/goto?key=svn&val=main/7',
  '/goto?key=bug&val=main/7&group_id=101',
  '/goto?key=svn&val=../7&group_id=101',
  '/goto?key=svn&val=//evil.example/7&group_id=101',
  '/plugins/svn',
  '/plugins/svn?root=../main&view=rev&revision=7',
  '/plugins/svn?root=//evil.example/main',
  '/plugins/svn/%ff?root=lander/main',
  '/plugins/svnother/?root=lander/main',
  '/plugins/other/?aid=12',
  '/',
  '//evil.example/my/x',
])('does not resolve %s', (url) => expect(resolveLegacyUrl(url)).toBeUndefined())
