/** Whether a value has a key in archives: "None" has none, nor have people (trackers/reads/definition-keys.ts). */
export const isValueKey = (key: string | null): key is string => key?.startsWith('V') === true
