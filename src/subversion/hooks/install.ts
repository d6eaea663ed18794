import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** docs/api/subversion.md §2.1: whether a message may change is decided inside the hook, not by its presence. */
export const hooks = ['pre-commit', 'post-commit', 'pre-revprop-change', 'post-revprop-change'] as const
export type Hook = (typeof hooks)[number]

/**
 * The variables that a hook gets from the server that runs it (see `listen.ts`); without them every commit is refused.
 * Repositories of earlier versions have hooks with these names, which then ran Node with a client and a socket.
 */
export const hookVariables = {
  shell: 'TULIPWOOD_NODE',
  client: 'TULIPWOOD_HOOK_CLIENT',
  calls: 'TULIPWOOD_HOOK_SOCKET',
} as const

/** Contains nothing of this server: a repository can be moved, and each node answers its own hooks. */
export const hookScript = (hook: Hook): string => {
  const { shell, client, calls } = hookVariables
  return `#!/bin/sh\nexec "$${shell}" "$${client}" ${hook} "$${calls}" "$@"\n`
}

/** Puts the hooks into a repository; the folder belongs to the account that runs them, which need not own them. */
export async function installHooks(repository: string): Promise<void> {
  for (const hook of hooks) {
    // Nothing happens then, so the server is not called.
    const text = hook === 'post-revprop-change' ? '#!/bin/sh\nexit 0\n' : hookScript(hook)
    const file = join(repository, 'hooks', hook)
    await writeFile(file, text)
    // Independent of the umask of this process.
    await chmod(file, 0o755)
  }
}
