/** Kind of the job that creates the next scheduled backup; one of them always waits or runs. */
export const backupJob = 'create-backup'
