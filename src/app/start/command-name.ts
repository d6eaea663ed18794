import { existsSync } from 'node:fs'
import { resolvePackagePath } from '../../kit/system/package-path.ts'

/** Returns how users run commands of this installation: npm finds them in a checkout, and a shell in a release. */
export function findCommandName(
  env: Readonly<Record<string, string | undefined>>,
  isCheckout = existsSync(resolvePackagePath('tools/ensure.mjs')),
): string {
  return isCheckout || env['npm_command'] === 'exec' ? 'npx tulipwood' : 'tulipwood'
}
