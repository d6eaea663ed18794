const words = (
  'pump valve crane hatch rudder mast keel sail rope winch anchor deck cabin engine gauge sensor relay cable fuse lamp ' +
  'battery filter hose bolt nut washer spring bearing shaft gear clutch brake panel switch button dial screen radio antenna compass'
).split(' ')

/** A pseudo-random number for a seed. */
export const mixBits = (seed: number): number => {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}
/** Pseudo-random words for a seed. */
export const generateWords = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, i) => words[mixBits(seed * 31 + i) % words.length]).join(' ')
