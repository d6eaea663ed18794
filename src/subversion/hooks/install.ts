import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Contract 40 §2.1: whether a message may change is said by the hook, not by its being there. */
export const hooks = ['pre-commit', 'post-commit', 'pre-revprop-change', 'post-revprop-change'] as const
export type Hook = (typeof hooks)[number]

/** What hooks are told by whoever runs them (see `listen.ts`); without it every commit is refused. */
export const hookVariables = {
  node: 'TULIPWOOD_NODE',
  client: 'TULIPWOOD_HOOK_CLIENT',
  socket: 'TULIPWOOD_HOOK_SOCKET',
} as const

/** Nothing of this server is in it, so that a repository can be moved, and each node has its own hooks asked. */
const script = (hook: Hook): string => {
  const { node, client, socket } = hookVariables
  return `#!/bin/sh\nexec "$${node}" "$${client}" ${hook} "$${socket}" "$@"\n`
}

/** Puts the hooks into a repository; the folder belongs to whoever runs them, who need not own them. */
export async function installHooks(repository: string): Promise<void> {
  for (const hook of hooks) {
    // Nothing happens then, so nobody is asked.
    const text = hook === 'post-revprop-change' ? '#!/bin/sh\nexit 0\n' : script(hook)
    const file = join(repository, 'hooks', hook)
    await writeFile(file, text)
    // Whatever this process takes from the files that it makes.
    await chmod(file, 0o755)
  }
}
