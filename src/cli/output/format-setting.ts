/** Formats a setting in the form that `setting set` accepts. */
export const formatSetting = (value: string | number | boolean | null): string => (value === null ? '' : `${value}`)
