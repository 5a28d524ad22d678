const INTERVALS = 4
/** Steps that are easy to read, within a power of ten. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Five round figures from zero up, the last one at least `most`. */
export function axisTicks(most: number): number[] {
  const least = Math.max(most / INTERVALS, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * (STEPS.find((each) => each * power >= least) ?? 10)
  return Array.from({ length: INTERVALS + 1 }, (_, place) => place * step)
}
