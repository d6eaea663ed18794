import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the programs lie that Subversion is made of (docs/decisions/0034-run-apache-behind-the-server.md). */
export interface Programs {
  readonly svn: string
  readonly svnadmin: string
  readonly svnlook: string
  readonly svnauthz: string
  readonly apache: string
  /** Files of Apache's modules by their names, such as `dav_svn`; what is missing here is compiled in. */
  readonly modules: ReadonlyMap<string, string>
}

export type Found = { readonly programs: Programs } | { readonly missing: readonly string[] }

/** What brings all of them to Debian and its like. */
export const installation = 'apt-get install subversion apache2 libapache2-mod-svn'

/** Loaded in this order, which matters for the last three (docs/decisions/0034-run-apache-behind-the-server.md). */
export const moduleNames = [
  'mpm_event',
  'unixd',
  'authn_core',
  'authn_anon',
  'auth_basic',
  'authz_core',
  'authz_user',
  'setenvif',
  'macro',
  'dav',
  'dav_svn',
  'authz_svn',
] as const

// Who is not root often has no `sbin` in the path.
const furtherFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/bin', '/bin']

const moduleFolders = [
  '/usr/lib/apache2/modules',
  '/usr/lib64/httpd/modules',
  '/usr/lib/httpd/modules',
  '/usr/lib64/apache2',
  '/usr/lib/apache2',
  '/usr/libexec/apache2',
]

/** Looks for files, and runs nothing: a server starts quickly, with Subversion or without. */
export async function findPrograms(path = process.env['PATH'] ?? ''): Promise<Found> {
  const folders = [...path.split(':').filter((folder) => folder.startsWith('/')), ...furtherFolders]
  const find = (...names: readonly string[]): Promise<string | undefined> =>
    firstThere(
      names.flatMap((name) => folders.map((folder) => join(folder, name))),
      constants.X_OK,
    )
  const [svn, svnadmin, svnlook, svnauthz, apache, modules] = await Promise.all([
    find('svn'),
    find('svnadmin'),
    find('svnlook'),
    find('svnauthz'),
    find('apache2', 'httpd'),
    findModules(),
  ])
  const named = { svn, svnadmin, svnlook, svnauthz, apache2: apache }
  const missing = [
    ...Object.entries(named).flatMap(([name, file]) => (file === undefined ? [name] : [])),
    ...['dav_svn', 'authz_svn'].filter((name) => !modules.has(name)).map((name) => `mod_${name}`),
  ]
  if (!svn || !svnadmin || !svnlook || !svnauthz || !apache || missing.length > 0) return { missing }
  return { programs: { svn, svnadmin, svnlook, svnauthz, apache, modules } }
}

async function findModules(): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    moduleNames.map(async (name) => {
      const files = moduleFolders.map((folder) => join(folder, `mod_${name}.so`))
      return [name, await firstThere(files, constants.R_OK)] as const
    }),
  )
  return new Map(found.flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const])))
}

async function firstThere(files: readonly string[], mode: number): Promise<string | undefined> {
  for (const file of files) {
    const isThere = await access(file, mode).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return undefined
}
