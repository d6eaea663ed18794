import { resolve } from 'node:path'
import type { Command } from 'commander'
import pino from 'pino'
import { readManifest } from '../../app/backup/backup-manifest.ts'
import { describeBackup } from '../backup/describe-backup.ts'
import { recordVerification } from '../backup/record-verification.ts'
import { type VerifiedBackup, type VerifyRequest, verifyBackup } from '../backup/verify-backup.ts'
import { withoutDatabase } from '../context/command-context.ts'
import { describeChecks } from '../doctor/describe-checks.ts'
import { showProgress } from '../output/progress.ts'

/** `backup verify DIRECTORY` */
export const configureBackupVerify = (command: Command): Command =>
  command
    .description('restore a backup into a temporary place, check it like doctor, and remove it again')
    .argument('<directory>', 'the backup')
    .option('--scratch <directory>', 'where it is restored, as large as the backup (default: temporary directory)')
    .action(
      withoutDatabase(async ({ config, io, isJson }, directory: string, options: { readonly scratch?: string }) => {
        const progress = showProgress({ io, isJson })
        const log = pino({ level: 'warn' }, { write: io.error })
        try {
          const { manifest, checks, unrecorded } = await verifyAndRecord({
            config,
            directory,
            scratch: options.scratch,
            log,
            progress,
          })
          const { lines, json, problems } = describeChecks(io, checks)
          return {
            lines: [
              `Verified the backup ${directory}: all checksums match`,
              ...describeBackup(manifest),
              ...lines,
              ...(unrecorded === null ? [] : [`The result is not recorded: ${unrecorded}`]),
            ],
            json: { path: directory, ...manifest, ...json, is_recorded: unrecorded === null },
            problems,
          }
        } finally {
          progress.end()
        }
      }),
    )

/** Verifies a backup and records the result, also a failure. `unrecorded`: why this was not possible. */
async function verifyAndRecord(
  request: VerifyRequest,
): Promise<VerifiedBackup & { readonly unrecorded: string | null }> {
  const { config, directory } = request
  // A path that is not one of a backup is a mistake of the caller: it is not recorded.
  const manifest = await readManifest(directory)
  const record = (error: string | null) => recordVerification(config, { path: resolve(directory), manifest, error })
  try {
    const verified = await verifyBackup(request)
    const failed = verified.checks.filter(({ isOk }) => !isOk).map(({ name, detail }) => `${name}: ${detail}`)
    return { ...verified, unrecorded: await record(failed.length === 0 ? null : failed.join('; ')) }
  } catch (problem) {
    await record(problem instanceof Error ? problem.message : String(problem))
    throw problem
  }
}
