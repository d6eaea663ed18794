import type { Account } from '../programs/account.ts'
import { moduleNames, type Programs } from '../programs/programs.ts'

export interface ServerConfiguration {
  /** Directory used only by this run. */
  readonly directory: string
  readonly port: number
  /** Shared only by the server and Apache: a request with this secret is trusted about its user. */
  readonly secret: string
  readonly modules: Programs['modules']
  readonly account: Account | null
  /** File with the environment variables of hooks (hooks/listen.ts). */
  readonly hooks: string
}

/** A repository served by Apache. */
export interface ServedRepository {
  readonly project: string
  readonly repository: string
  /** Path of the repository on this machine. */
  readonly path: string
  readonly accessFile: string
}

export const configurationFile = 'httpd.conf'
export const locationDirectory = 'conf.d'
export const processFile = 'httpd.pid'
/** Number of the active configuration: see `renderGeneration`. */
export const generationFile = 'generation.conf'

/**
 * Follows docs/decisions/0034-run-apache-behind-the-server.md, except for `ServerLimit`: each reload leaves workers
 * that finish their requests.
 */
export const renderServerConfiguration = ({
  directory,
  port,
  secret,
  modules,
  account,
  hooks,
}: ServerConfiguration): string => `\
ServerRoot ${quotePath(directory)}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${quotePath(`${directory}/${processFile}`)}
DefaultRuntimeDir ${quotePath(directory)}
Mutex ${quotePath(`file:${directory}`)} default
ErrorLog "|$exec /bin/cat >&2"
LogLevel warn
ServerTokens Prod
TraceEnable Off
${[...moduleNames].map((name) => loadModuleLine(name, modules.get(name))).join('')}\
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
SVNHooksEnv ${quotePath(hooks)}
SVNUseUTF8 On
IncludeOptional ${quotePath(`${directory}/${locationDirectory}/*.conf`)}
`

/** Works for built-in modules as well. */
const loadModuleLine = (name: string, file: string | undefined): string =>
  file === undefined ? '' : `<IfModule !mod_${name}.c>\n  LoadModule ${name}_module ${quotePath(file)}\n</IfModule>\n`

/** Renders one repository behind the secret; the user that the proxy names is the user of the access file. */
export const renderLocation = (served: ServedRepository): string => `\
<Location ${buildLocationUrl(served)}>
  DAV svn
  SVNPath ${quotePath(served.path)}
  AuthzSVNAccessFile ${quotePath(served.accessFile)}
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

/** A location that responds 404 once this generation of the configuration is active, and 403 before. */
export const renderGeneration = (generation: number): string =>
  `<Location ${buildGenerationUrl(generation)}>\n  Require env SVN_PROXIED\n</Location>\n`

export const buildGenerationUrl = (generation: number): string => `/generation/${generation}/`

/**
 * Both names contain only letters, digits and three punctuation characters: they are part of URLs and of the
 * configuration.
 */
export function buildLocationUrl({ project, repository }: Pick<ServedRepository, 'project' | 'repository'>): string {
  for (const name of [project, repository])
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) throw new Error(`Not a valid name for a location: ${name}`)
  return `/svnplugin/${project}/${repository}`
}

function quotePath(path: string): string {
  if (/["\\\n\r\0$%]/.test(path)) throw new Error(`Apache cannot be configured with the path ${JSON.stringify(path)}`)
  return `"${path}"`
}
