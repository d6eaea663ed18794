import type { Account } from '../account.ts'
import { moduleNames, type Programs } from '../programs.ts'

export interface ServerConfiguration {
  /** Folder of this run alone. */
  readonly folder: string
  readonly port: number
  /** Known to us and to Apache alone: who has it is believed about who asks. */
  readonly secret: string
  readonly modules: Programs['modules']
  readonly account: Account | null
  /** The variables of hooks (hooks/listen.ts). */
  readonly hooks: string
}

/** What serves a repository. */
export interface Served {
  readonly project: string
  readonly repository: string
  /** Of the repository on this machine. */
  readonly path: string
  readonly accessFile: string
}

export const configurationFile = 'httpd.conf'
export const locationFolder = 'conf.d'
export const processFile = 'httpd.pid'
/** Names the state of the configuration that is in force: see `locationOfGeneration`. */
export const generationFile = 'generation.conf'

/**
 * docs/decisions/0034-run-apache-behind-the-server.md, to the letter but for `ServerLimit`: each change leaves workers that finish
 * what they began.
 */
export const serverConfiguration = ({
  folder,
  port,
  secret,
  modules,
  account,
  hooks,
}: ServerConfiguration): string => `\
ServerRoot ${quoted(folder)}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${quoted(`${folder}/${processFile}`)}
DefaultRuntimeDir ${quoted(folder)}
Mutex ${quoted(`file:${folder}`)} default
ErrorLog "|$exec /bin/cat >&2"
LogLevel warn
ServerTokens Prod
TraceEnable Off
${[...moduleNames].map((name) => loading(name, modules.get(name))).join('')}\
${account === null ? '' : `User ${account.user}\nGroup ${account.group}\n`}\
KeepAlive On
Timeout 300
LimitXMLRequestBody 0
LimitRequestBody 0
StartServers 1
ServerLimit 16
ThreadsPerChild 25
MaxRequestWorkers 50
SVNCompressionLevel 1
SVNInMemoryCacheSize 16384
SetEnvIf X-Svn-Proxy-Secret "^${secret}$" SVN_PROXIED
<Directory />
  Require all denied
</Directory>
SVNHooksEnv ${quoted(hooks)}
SVNUseUTF8 On
IncludeOptional ${quoted(`${folder}/${locationFolder}/*.conf`)}
`

/** Whether it is built in does not matter. */
const loading = (name: string, file: string | undefined): string =>
  file === undefined ? '' : `<IfModule !mod_${name}.c>\n  LoadModule ${name}_module ${quoted(file)}\n</IfModule>\n`

/** One repository, behind the secret; whom the proxy names is whom the access file speaks of. */
export const locationConfiguration = (served: Served): string => `\
<Location ${addressOf(served)}>
  DAV svn
  SVNPath ${quoted(served.path)}
  AuthzSVNAccessFile ${quoted(served.accessFile)}
  AuthType Basic
  AuthName SVN
  AuthBasicProvider anon
  Anonymous "*"
  Anonymous_LogEmail Off
  <RequireAll>
    Require env SVN_PROXIED
    Require valid-user
  </RequireAll>
</Location>
`

/** Found, though there is nothing, once this state of the configuration is in force; forbidden before. */
export const generationConfiguration = (generation: number): string =>
  `<Location ${generationAddress(generation)}>\n  Require env SVN_PROXIED\n</Location>\n`

export const generationAddress = (generation: number): string => `/generation/${generation}/`

/** Nothing but letters, digits and three signs is in both names: they stand in addresses and in a configuration. */
export function addressOf({ project, repository }: Pick<Served, 'project' | 'repository'>): string {
  for (const name of [project, repository])
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) throw new Error(`Not a name that can be served: ${name}`)
  return `/svnplugin/${project}/${repository}`
}

function quoted(path: string): string {
  if (/["\\\n\r\0$%]/.test(path)) throw new Error(`Apache cannot be told of the path ${JSON.stringify(path)}`)
  return `"${path}"`
}
