import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** docs/api/subversion.md §2.1: the server decides whether a message may change; the hook is always present. */
export const hooks = ['pre-commit', 'post-commit', 'pre-revprop-change', 'post-revprop-change'] as const
export type Hook = (typeof hooks)[number]

/**
 * Environment variables of hooks, set by the server (see `listen.ts`); without them every commit is rejected.
 * Repositories of earlier versions have hooks with these names that ran a Node client.
 */
export const hookVariables = {
  shell: 'TULIPWOOD_NODE',
  client: 'TULIPWOOD_HOOK_CLIENT',
  calls: 'TULIPWOOD_HOOK_SOCKET',
} as const

/** Independent of this server: repositories can be moved, and each node answers its own hooks. */
export const buildHookScript = (hook: Hook): string => {
  const { shell, client, calls } = hookVariables
  return `#!/bin/sh\nexec "$${shell}" "$${client}" ${hook} "$${calls}" "$@"\n`
}

/** Installs the hooks; the directory belongs to the account that runs them, which need not own the scripts. */
export async function installHooks(repository: string): Promise<void> {
  for (const hook of hooks) {
    // These events need no check, so the server is not called.
    const text = hook === 'post-revprop-change' ? '#!/bin/sh\nexit 0\n' : buildHookScript(hook)
    const file = join(repository, 'hooks', hook)
    await writeFile(file, text)
    // Independent of the umask of this process.
    await chmod(file, 0o755)
  }
}
