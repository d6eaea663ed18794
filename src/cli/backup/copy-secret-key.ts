import { constants, copyFile } from 'node:fs/promises'
import { BackupError } from '../../app/backup/backup-error.ts'
import { syncFile } from '../../uploads/storage/sync-file.ts'

/** Copies the file of secret keys, with which stored secrets are decrypted; existing files are not overwritten. */
export async function copySecretKey(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'EEXIST'
        ? `${to} exists already: nothing is overwritten`
        : error.code === 'ENOENT'
          ? `${from} or the directory of ${to} does not exist`
          : `${to} cannot be written (${error.code ?? error.message})`,
    )
  })
  await syncFile(to)
}
