import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'

/** Paths of the Subversion programs (docs/decisions/0034-run-apache-behind-the-server.md). */
export interface Programs {
  readonly svn: string
  readonly svnadmin: string
  readonly svnlook: string
  readonly svnauthz: string
  readonly apache: string
  /** Files of Apache modules by name, such as `dav_svn`; missing ones are compiled in. */
  readonly modules: ReadonlyMap<string, string>
}

export type FoundPrograms = { readonly programs: Programs } | { readonly missing: readonly string[] }

/** Installs all of them on Debian and derivatives. */
export const installCommand = 'apt-get install subversion apache2 libapache2-mod-svn'

/** In load order, which matters for the last three (docs/decisions/0034-run-apache-behind-the-server.md). */
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

// The PATH of ordinary users often lacks `sbin`.
const extraDirectories = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/usr/local/bin', '/usr/bin', '/bin']

const moduleDirectories = [
  '/usr/lib/apache2/modules',
  '/usr/lib64/httpd/modules',
  '/usr/lib/httpd/modules',
  '/usr/lib64/apache2',
  '/usr/lib/apache2',
  '/usr/libexec/apache2',
]

/** Only looks for files and runs nothing, so that servers start quickly. */
export async function findPrograms(path = process.env['PATH'] ?? ''): Promise<FoundPrograms> {
  const directories = [...path.split(':').filter((directory) => directory.startsWith('/')), ...extraDirectories]
  const find = (...names: readonly string[]): Promise<string | undefined> =>
    findFirstExisting(
      names.flatMap((name) => directories.map((directory) => join(directory, name))),
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
  const paths = { svn, svnadmin, svnlook, svnauthz, apache2: apache }
  const missing = [
    ...Object.entries(paths).flatMap(([name, file]) => (file === undefined ? [name] : [])),
    ...['dav_svn', 'authz_svn'].filter((name) => !modules.has(name)).map((name) => `mod_${name}`),
  ]
  if (!svn || !svnadmin || !svnlook || !svnauthz || !apache || missing.length > 0) return { missing }
  return { programs: { svn, svnadmin, svnlook, svnauthz, apache, modules } }
}

async function findModules(): Promise<ReadonlyMap<string, string>> {
  const entries = await Promise.all(
    moduleNames.map(async (name) => {
      const files = moduleDirectories.map((directory) => join(directory, `mod_${name}.so`))
      return [name, await findFirstExisting(files, constants.R_OK)] as const
    }),
  )
  return new Map(entries.flatMap(([name, file]) => (file === undefined ? [] : [[name, file] as const])))
}

async function findFirstExisting(files: readonly string[], mode: number): Promise<string | undefined> {
  for (const file of files) {
    const isThere = await access(file, mode).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return undefined
}
