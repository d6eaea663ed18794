/** Returns whether a value has a key in archives: "None" and users have none (trackers/reads/definition-keys.ts). */
export const isValueKey = (key: string | null): key is string => key?.startsWith('V') === true
