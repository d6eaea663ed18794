/** A value as it is written on the command line, and read back by `setting set`. */
export const settingText = (value: string | number | boolean | null): string => (value === null ? '' : `${value}`)
