export const describeLostFiles = (count: number): string =>
  count === 1
    ? '1 file is missing or has the wrong size. Restore it from a backup.'
    : `${count} files are missing or have the wrong size. Restore them from a backup.`
