/** Highest limit of the artifacts that have one value of a list. */
export const maxWorkLimit = 999
